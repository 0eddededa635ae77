; The installer of Windows, which packaging/windows_installer.py has makensis make. Needs no administrator: everything
; goes to the user's own folder. Models, runs and settings lie elsewhere (%LOCALAPPDATA%\luthier), and stay when Luthier
; is removed.
;
; VERSION, FILES (what is installed), KILOBYTES (their size), OUT, and perhaps SIGN (a command, before the file's name)
; are defined by makensis's -D.

Unicode true
Target amd64-unicode
ManifestSupportedOS Win10
ManifestLongPathAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetCompressorDictSize 64

!include MUI2.nsh
!include WinVer.nsh
!include WinMessages.nsh

!define REMOVAL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Luthier"
Name Luthier
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Luthier"
InstallDirRegKey HKCU "${REMOVAL}" InstallLocation
BrandingText "Luthier ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName Luthier
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Luthier's installer"
VIAddVersionKey LegalCopyright "Apache-2.0"
!ifdef SIGN
  !finalize '${SIGN} "%1"' = 0
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

!define MUI_ICON "${FILES}\luthier.ico"
!define MUI_UNICON "${FILES}\luthier.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\python\pythonw.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "-m app"
!define MUI_FINISHPAGE_RUN_TEXT "Open Luthier"
!insertmacro MUI_PAGE_LICENSE "${FILES}\LICENSE.txt"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

Function .onInit
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_ICONSTOP "Luthier needs Windows 10 or newer, with 64 bits." /SD IDOK
    Abort
  ${EndIf}
FunctionEnd

; A folder in which a program runs cannot be renamed: so an installed Luthier goes whole, or stays whole.
!macro RemoveProgram
  ${DoWhile} ${FileExists} "$INSTDIR\python\*.*"
    RMDir /r "$INSTDIR\python.old"
    ClearErrors
    Rename "$INSTDIR\python" "$INSTDIR\python.old"
    ${If} ${Errors}
    ${AndIf} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Luthier is running. Close it, and end what it trains; then try again." /SD IDCANCEL IDCANCEL`
      Abort "Luthier is running."
    ${EndIf}
  ${Loop}
  RMDir /r "$INSTDIR\python.old"
  RMDir /r "$INSTDIR\bin"
!macroend

Section "Luthier" main
  SectionIn RO
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${FILES}\*"
  CreateShortcut "$SMPROGRAMS\Luthier.lnk" "$INSTDIR\python\pythonw.exe" "-m app" "$INSTDIR\luthier.ico"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${REMOVAL}" DisplayName Luthier
  WriteRegStr HKCU "${REMOVAL}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${REMOVAL}" Publisher Luthier
  WriteRegStr HKCU "${REMOVAL}" DisplayIcon "$INSTDIR\luthier.ico"
  WriteRegStr HKCU "${REMOVAL}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${REMOVAL}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${REMOVAL}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${REMOVAL}" EstimatedSize ${KILOBYTES}
  WriteRegDWORD HKCU "${REMOVAL}" NoModify 1
  WriteRegDWORD HKCU "${REMOVAL}" NoRepair 1
SectionEnd

; Python writes the PATH: texts of this installer end at 1,024 characters, and would cut a longer one off.
!macro UserPath DEED
  nsExec::Exec '"$INSTDIR\python\python.exe" "$INSTDIR\user_path.py" ${DEED} "$INSTDIR\bin"'
  Pop $0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

Section "The command luthier in terminals" command
  !insertmacro UserPath add
SectionEnd

Section /o "An icon on the desktop" desktop
  CreateShortcut "$DESKTOP\Luthier.lnk" "$INSTDIR\python\pythonw.exe" "-m app" "$INSTDIR\luthier.ico"
SectionEnd

Section Uninstall
  !insertmacro UserPath remove
  !insertmacro RemoveProgram
  Delete "$SMPROGRAMS\Luthier.lnk"
  Delete "$DESKTOP\Luthier.lnk"
  Delete "$INSTDIR\luthier.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\licences.txt"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\user_path.py"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"  ; where nothing of others is in it
  DeleteRegKey HKCU "${REMOVAL}"
SectionEnd
