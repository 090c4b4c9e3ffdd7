import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenOf, typedRows } from './screen.mjs';
import { made, openService } from './service.mjs';
import { svg } from './svg.mjs';

/** What the README shows, by the temporary service that it is seen at. */
const sessionsOf = ({ ana, swapped }) => [
  {
    pictures: [
      {
        name: 'terminal',
        about: 'recon makes a patient from photos, waits, lists the patients and shows one',
        columns: 100,
        steps: [
          { args: ['patients', 'create', '--name', 'Ana Sample', ...ana], seen: / \d+ %/ },
          { args: ['patients', 'list'] },
          { args: ['patients', 'get', '1'] },
        ],
      },
      {
        name: 'preview',
        papers: ['light'],
        about: 'recon draws the model of a patient',
        columns: 80,
        steps: [{ args: ['patients', 'get', 'ana', '--preview'] }],
      },
    ],
  },
  {
    flags: ['--seed', '6'],
    // One of them with the photos of the sides swapped, which fails.
    before: [
      ['patients', 'create', '--name', 'Ana Sample', ...ana],
      ['patients', 'create', '--name', 'Ben Sample', '--type', 'face', ...swapped],
    ],
    pictures: [
      {
        name: 'list',
        about: 'recon lists the newest patients first',
        columns: 80,
        steps: [{ args: ['patients', 'list'] }],
      },
    ],
  },
];

export async function drawForReadme(into, photos, place) {
  for (const { flags = [], before = [], pictures } of sessionsOf(photos)) {
    const service = await openService(flags, place);
    const here = { ...place, environment: { ...place.environment, ...service.environment, RECON_NO_INPUT: '1' } };
    try {
      for (const args of before) await made(args, here);
      for (const picture of pictures) await drawOne(into, picture, here);
    } finally {
      await service.close();
    }
  }
}

async function drawOne(into, { name, papers = ['dark', 'light'], about, columns, steps }, here) {
  const rows = [];
  for (const { args, seen } of steps) {
    if (rows.length > 0) rows.push([]);
    rows.push(...typedRows(args, columns), ...(await screenOf(args, { ...here, seen, columns })));
  }
  for (const paper of papers) {
    const file = papers.length === 1 ? `${name}.svg` : `${name}-${paper}.svg`;
    writeFileSync(join(into, file), svg(rows, columns, paper, about));
  }
}
