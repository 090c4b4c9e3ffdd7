/** What stays on this computer, and how it is taken away; `recon help privacy` prints it. */
export const PRIVACY: readonly (readonly [what: string, ...texts: string[]])[] = [
  [
    'names by Tab',
    'of patients shown here in the last 15 minutes, encrypted; none without a keyring',
    'forget them: recon completion --forget-names',
    'which files of this machine hold names: see recon completion --help',
  ],
  [
    'shell history',
    'names and phone numbers typed in a command stay in its file:',
    '~/.bash_history, ~/.zsh_history or',
    '~/.local/share/fish/fish_history',
    'keep them out: what recon asks for stays in no history, so',
    'type recon create alone; or a blank before the command, in',
    'fish, bash (HISTCONTROL=ignorespace) and zsh',
    '(setopt HIST_IGNORE_SPACE)',
    'take them away: fish, history delete; bash, history -d NUMBER,',
    'then history -w; zsh, with an editor in that file',
  ],
  ['login', 'the token, in the keyring of this computer or a file', 'take it away: recon logout'],
  [
    'notes of a profile',
    'ids of the last patient, of changes and of those who got a link; how long models took',
    'forget them with the profile: recon logout --forget',
  ],
  [
    'columns of lists',
    'the titles of lists that were imported, and what each was said to mean; of all profiles',
    'delete the folder columns in that of the settings, which recon help uninstall names',
  ],
  [
    'reports of imports',
    'beside each list, LIST.report.csv and the like WITH PATIENTS: delete them yourself',
    'and checksums of them and of where they are; of all profiles',
    'delete the folder reports in that of the notes, which recon help uninstall names',
  ],
  [
    'photos',
    'private copies until they are sent, without place, time and camera; your own files stay as they are',
    'finish or drop what is open: recon resume --list',
  ],
  ['files you save', 'models, reports and notes stay where you saved them', 'delete them yourself'],
  [
    'exports',
    'models of patients who were deleted or transferred since stay in the folder',
    'remove them: recon patients export --to DIR --remove-gone',
    'of a restored service that no longer runs: delete the folder yourself',
  ],
  [
    'after a move',
    'the folder of a service that was restored elsewhere, or to another machine, stays there',
    'once the new place works, delete it yourself; a database likewise',
  ],
  [
    'backups',
    'of a service: a deleted patient stays in earlier snapshots until 7 newer ones are there, or as many as --keep says',
    'sooner: make a new one, recon backup DIR, then take away each earlier one,',
    'recon backup remove DIR SNAPSHOT, and back up once more: photos go with that',
    'a folder that a backup was restored into has all patients of that backup, too: delete it yourself',
  ],
  [
    'at the service',
    'all that a patient has',
    'a copy for the patient, with photos and models: recon patients export --id PATIENT --to DIR',
    'after a deletion, lines of the audit with the patient’s number stay six years, or as recon serve --audit-keep says',
    'delete it: recon patients delete PATIENT',
  ],
];
