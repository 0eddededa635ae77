; Inno Setup's script for the installer of Windows. Needs no administrator: everything goes to the user's own folder.
; Models, runs and settings lie elsewhere (%LOCALAPPDATA%\luthier), and stay when Luthier is removed.
;
;   iscc /DVersion=0.1.0 packaging\windows\luthier.iss
;
; Paths are seen from this file's folder. docs/packaging.md says how to sign.

#ifndef Version
  #error Say which version: /DVersion=0.1.0
#endif
#ifndef Bundle
  #define Bundle "..\..\build\bundle\dist\luthier"
#endif
#ifndef Icons
  #define Icons "..\..\build\bundle\icons"
#endif

[Setup]
AppId={{6D0B1D0E-0F53-4C4B-9C70-6E3B6A1C7A55}
AppName=Luthier
AppVersion={#Version}
AppPublisher=Luthier
DefaultDirName={localappdata}\Programs\Luthier
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
SetupIconFile={#Icons}\luthier.ico
UninstallDisplayIcon={app}\luthierw.exe
OutputDir=..\..\build\bundle
OutputBaseFilename=luthier-{#Version}-windows-x64
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesEnvironment=yes
CloseApplications=yes
#ifdef Sign
SignTool={#Sign}
SignedUninstaller=yes
#endif

[Tasks]
Name: "desktopicon"; Description: "An icon on the desktop"; Flags: unchecked
Name: "path"; Description: "The command `luthier` in terminals"

[InstallDelete]
; What an older version had and this one has not must not be found by it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{userprograms}\Luthier"; Filename: "{app}\luthierw.exe"
Name: "{userdesktop}\Luthier"; Filename: "{app}\luthierw.exe"; Tasks: desktopicon

[Registry]
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsNotInPath

[Run]
Filename: "{app}\luthierw.exe"; Description: "Open Luthier"; Flags: nowait postinstall skipifsilent

[Code]
function Without(Path: String; Folder: String): String;
begin
  Result := ';' + Path + ';';
  StringChangeEx(Result, ';' + Folder + ';', ';', True);
  while (Length(Result) > 0) and (Result[1] = ';') do Delete(Result, 1, 1);
  while (Length(Result) > 0) and (Result[Length(Result)] = ';') do Delete(Result, Length(Result), 1);
end;

function IsNotInPath: Boolean;
var
  Path: String;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then Path := '';
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path: String;
begin
  if (Step = usPostUninstall) and RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Without(Path, ExpandConstant('{app}')));
end;
