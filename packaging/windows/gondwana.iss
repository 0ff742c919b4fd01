; Inno Setup 6: an installer for one user, without an administrator. Run on Windows, after `python dev.py package folder`:
;
; (with /DNumbers=1.0.0 besides for a candidate such as 1.0.0rc1)
;     iscc /DVersion=1.0.0 packaging\windows\gondwana.iss
;
; Matches, settings and games of one's own lie in %LOCALAPPDATA% and %APPDATA%; neither an upgrade nor removal touches them.

#ifndef Version
  #error Say which version: iscc /DVersion=1.0.0 gondwana.iss
#endif

#ifndef Numbers
  #define Numbers Version
#endif

[Setup]
AppId={{6C0E3B5E-2C2B-4B41-9B6C-6E64C9B7A5D1}
AppName=Gondwana
AppVersion={#Version}
VersionInfoVersion={#Numbers}
MinVersion=10.0.17763
AppPublisher=The Gondwana developers
DefaultDirName={localappdata}\Programs\Gondwana
DefaultGroupName=Gondwana
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes
LicenseFile=..\..\LICENSE
SetupIconFile=gondwana.ico
UninstallDisplayIcon={app}\gondwana.exe
OutputDir=..\..\dist
OutputBaseFilename=gondwana-{#Version}-windows-x64

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[CustomMessages]
en.Match=Gondwana match
fr.Match=Partie de Gondwana
en.Rules=Gondwana rules
fr.Rules=Règles de jeu pour Gondwana
en.Package=Gondwana game
fr.Package=Jeu pour Gondwana

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; An older version's parts must not mix with this one's.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\gondwana\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Gondwana"; Filename: "{app}\gondwana.exe"
Name: "{autodesktop}\Gondwana"; Filename: "{app}\gondwana.exe"; Tasks: desktopicon

[Registry]
; Another program may have taken .journal before: then Gondwana is only offered for these files.
Root: HKCU; Subkey: "Software\Classes\.journal"; ValueType: string; ValueData: "Gondwana.Match"; Flags: createvalueifdoesntexist
Root: HKCU; Subkey: "Software\Classes\.journal\OpenWithProgids"; ValueType: none; ValueName: "Gondwana.Match"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\Gondwana.Match"; ValueType: string; ValueData: "{cm:Match}"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\Gondwana.Match\DefaultIcon"; ValueType: string; ValueData: "{app}\gondwana.exe,0"
Root: HKCU; Subkey: "Software\Classes\Gondwana.Match\shell\open\command"; ValueType: string; ValueData: """{app}\gondwana.exe"" ""%1"""
Root: HKCU; Subkey: "Software\Classes\.gondwana"; ValueType: string; ValueData: "Gondwana.Package"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\Gondwana.Package"; ValueType: string; ValueData: "{cm:Package}"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\Gondwana.Package\DefaultIcon"; ValueType: string; ValueData: "{app}\gondwana.exe,0"
Root: HKCU; Subkey: "Software\Classes\Gondwana.Package\shell\open\command"; ValueType: string; ValueData: """{app}\gondwana.exe"" ""%1"""
; Other programs have files called .rules: Gondwana is offered for them, and opens none unasked.
Root: HKCU; Subkey: "Software\Classes\.rules\OpenWithProgids"; ValueType: none; ValueName: "Gondwana.Rules"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\Gondwana.Rules"; ValueType: string; ValueData: "{cm:Rules}"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\Gondwana.Rules\shell\open\command"; ValueType: string; ValueData: """{app}\gondwana.exe"" ""%1"""

[Code]
{ Gives .journal back on removal, unless another program has taken it since. }
procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Taken: String;
begin
  if CurUninstallStep <> usPostUninstall then
    exit;
  if RegQueryStringValue(HKCU, 'Software\Classes\.journal', '', Taken) and (Taken = 'Gondwana.Match') then
    RegDeleteValue(HKCU, 'Software\Classes\.journal', '');
  RegDeleteKeyIfEmpty(HKCU, 'Software\Classes\.journal\OpenWithProgids');
  RegDeleteKeyIfEmpty(HKCU, 'Software\Classes\.journal');
  RegDeleteKeyIfEmpty(HKCU, 'Software\Classes\.rules\OpenWithProgids');
  RegDeleteKeyIfEmpty(HKCU, 'Software\Classes\.rules');
end;

{ House rules that were put beside a game of an older version move to the user's data, where no upgrade touches them. }
procedure KeepHouseRules(const Before, Now, Game: String);
var
  Found: TFindRec;
  House: String;
begin
  House := ExpandConstant('{userappdata}\gondwana\house\') + Game;
  if FindFirst(Before + '\house\*', Found) then
  try
    repeat
      if (Found.Attributes and FILE_ATTRIBUTE_DIRECTORY = 0) and not FileExists(Now + '\house\' + Found.Name) then
      begin
        ForceDirectories(House);
        FileCopy(Before + '\house\' + Found.Name, House + '\' + Found.Name, True);
      end;
    until not FindNext(Found);
  finally
    FindClose(Found);
  end;
end;

procedure KeepOwn(const Before, Now: String);
var
  Found: TFindRec;
begin
  if FindFirst(Before + '\*', Found) then
  try
    repeat
      if (Found.Attributes and FILE_ATTRIBUTE_DIRECTORY <> 0) and (Found.Name <> '.') and (Found.Name <> '..') then
      begin
        KeepHouseRules(Before + '\' + Found.Name, Now + '\' + Found.Name, Found.Name);
        KeepOwn(Before + '\' + Found.Name, Now + '\' + Found.Name);
      end;
    until not FindNext(Found);
  finally
    FindClose(Found);
  end;
end;

procedure CurStepChanged(CurStep: TSetupStep);
var
  Before: String;
begin
  Before := ExpandConstant('{app}\rulesets-before');
  if CurStep = ssInstall then
    RenameFile(ExpandConstant('{app}\_internal\rulesets'), Before)
  else if (CurStep = ssPostInstall) and DirExists(Before) then
  begin
    KeepOwn(Before, ExpandConstant('{app}\_internal\rulesets'));
    DelTree(Before, True, True, True);
  end;
end;

[Run]
Filename: "{app}\gondwana.exe"; Description: "{cm:LaunchProgram,Gondwana}"; Flags: nowait postinstall skipifsilent
