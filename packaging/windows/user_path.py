"""Put a folder on the user's PATH on Windows, or take it away: user_path.py add FOLDER, user_path.py remove FOLDER."""

import sys
import winreg


def changed(path: str, deed: str, folder: str) -> str:
    """Return the PATH with the folder once, at its end, or without it."""
    others = [one for one in path.split(";") if one and one.rstrip("\\").casefold() != folder.casefold()]
    return ";".join([*others, folder] if deed == "add" else others)


def main(deed: str, folder: str) -> None:
    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, "Environment", access=winreg.KEY_READ | winreg.KEY_WRITE) as key:
        try:
            path, kind = winreg.QueryValueEx(key, "Path")
        except FileNotFoundError:
            path, kind = "", winreg.REG_EXPAND_SZ
        winreg.SetValueEx(key, "Path", 0, kind, changed(path, deed, folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
