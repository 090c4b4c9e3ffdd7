import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesk } from './desk.mjs';
import { screenOf, typedRows } from './screen.mjs';
import { made, openService } from './service.mjs';
import { svg } from './svg.mjs';

const WIDTHS = [60, 80, 120, 160];
const COUNTS = [0, 1, 40, 3000];
const IDS = Array.from({ length: 30 }, (_, at) => String(at + 1));

/** With a service that stands in, of so many patients. */
const AT_DESK = [
  ...COUNTS.map((count) => ({ name: `list-${count}`, count, args: ['patients', 'list'] })),
  { name: 'list-fields', args: ['patients', 'list', '--fields', 'id,name,city,email'] },
  { name: 'card-simulations', args: ['patients', 'get', '9'] },
  { name: 'card-failed', args: ['patients', 'get', '1'] },
  { name: 'card-without-photos', args: ['patients', 'get', '4'] },
  { name: 'card-long', args: ['patients', 'get', '30'] },
  { name: 'card-japanese', args: ['patients', 'get', '25'] },
  { name: 'status', args: ['status'] },
  { name: 'wait-one', args: ['wait', '3'], seen: /waited/, stays: true },
  { name: 'wait-several', args: ['wait', ...IDS], seen: /and \d+ more/, stays: true },
  { name: 'wait-failed', args: ['wait', '1'] },
  { name: 'question', args: ['patients', 'get'], seen: /❯/, stays: true },
  { name: 'question-type', args: ['invite', '5'], seen: /❯/, stays: true },
  { name: 'invite', args: ['invite', '5', '--type', 'mammo', '--dry-run'] },
  { name: 'help', args: ['--help'] },
];

/** With a service of this package and Ana, whose model is ready. */
const atService = ({ swapped }) => [
  { name: 'preview', args: ['patients', 'get', 'ana', '--preview'] },
  { name: 'photos-check', args: ['photos', 'check', '--type', 'face', '--photos', './ana'] },
  { name: 'photos-swapped', args: ['photos', 'check', '--type', 'face', ...swapped] },
];

/** Every screen in every width, on dark and on light paper, into a folder. */
export async function drawMatrix(into, photos, place) {
  mkdirSync(into, { recursive: true });
  const desk = await openDesk();
  const service = await openService([], place);
  const at = (one) => ({ ...place, environment: { ...place.environment, ...one.environment } });
  try {
    await made(['patients', 'create', '--name', 'Ana Sample', ...photos.ana], at(service));
    for (const { count = 40, ...screen } of AT_DESK) {
      desk.setCount(count);
      await drawWidths(into, screen, at(desk));
    }
    for (const screen of atService(photos)) await drawWidths(into, screen, at(service));
  } finally {
    desk.close();
    await service.close();
  }
}

async function drawWidths(into, { name, args, ...how }, place) {
  for (const columns of WIDTHS) {
    const rows = [...typedRows(args, columns), ...(await screenOf(args, { ...place, ...how, columns }))];
    for (const paper of ['dark', 'light']) {
      writeFileSync(join(into, `${name}-${columns}-${paper}.svg`), svg(rows, columns, paper, `recon ${args[0]}`));
    }
  }
}
