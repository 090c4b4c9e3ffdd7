import { wrapped } from './output/wrapped.ts';

/** What people want to do, and the commands for it, with the words that they look for. */
type Group = readonly [heading: string, ...lines: (readonly [commands: string, words: string])[]];

/** Names every command of the program, or one of its group, in so few lines that a terminal of 24 shows all of them. */
const GROUPS: readonly Group[] = [
  [
    'Patients:',
    ['list, show', 'find patients, see one'],
    ['create, update', 'add a patient with photos, change a patient'],
    ['patients delete', 'delete (remove) patients, their photos and models'],
    ['patients import/export', 'bring in many from folders or a table, save to files'],
    ['invite, transfer', 'ask for photos by a link, give patients to a surgeon'],
  ],
  [
    'Photos and 3D models:',
    ['photos check', 'check photos before they are sent'],
    ['wait, view', 'wait for 3D models, turn and measure one, try implants'],
    ['accept, download', 'accept a 3D model, save it as a zip archive'],
    ['after create', 'record the result after a treatment'],
  ],
  [
    'This computer:',
    ['login, logout', 'connect to a service, and leave it'],
    ['status, resume', 'what needs doing, finish what was interrupted'],
    ['config, doctor', 'change settings, find what is wrong and what to do'],
    ['completion, demo, api', 'complete words by Tab, try samples, send one request'],
  ],
  [
    'A service of your own:',
    ['serve, accounts, audit', 'run it, say who may use it, see who did and saw what'],
    ['backup, restore', 'copy all of it, also while it runs, and bring it back'],
  ],
];

/** Cells of the longest commands, and of what stands around them. */
const COLUMN = 2 + Math.max(...GROUPS.flatMap(([, ...lines]) => lines.map(([commands]) => commands.length))) + 2;

/** What `recon` and `recon --help` print. */
export function firstHelp(description: string, width: number): string {
  const linesOf = (text: string, indent = 0) => wrapped(text, width - indent, (part) => part.length);
  const below = `\n${' '.repeat(COLUMN)}`;
  const groups = GROUPS.flatMap(([heading, ...lines]) => [
    heading,
    ...lines.map(([commands, words]) => `  ${commands}`.padEnd(COLUMN) + linesOf(words, COLUMN).join(below)),
  ]);
  const text = [
    'Usage: recon COMMAND, or recon --version',
    ...linesOf(description),
    '',
    ...groups,
    ...linesOf('More: recon COMMAND --help, recon help commands|privacy|screen-reader|systemd'),
  ];
  return `${text.join('\n')}\n`;
}
