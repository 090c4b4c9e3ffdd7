import { MAPPED_FIELDS, mapName } from '../core/import/column-map.ts';

/** What the file of an import's `--map` holds; `recon help columns` prints it. */
export const COLUMNS: readonly (readonly [what: string, ...texts: string[]])[] = [
  [
    'a map',
    'a text file with a line for each column of the list: its title, =, and what it is',
    'use it: recon patients import FILE.xlsx --map columns.txt --dry-run',
  ],
  ['Telefon = phone', 'the column Telefon has the phone numbers'],
  ['Notatki = none', 'the column is left alone; a column that the map does not name is what its title says'],
  ['what there is', MAPPED_FIELDS.map(mapName).join(', ')],
  [
    'height, weight',
    'in cm (or m) and kg; in feet, inches or pounds where the title or the cell says so: 5 ft 8 in, 150 lb',
    'recorded once a row has its patient; only with a service that recon runs',
  ],
  ['once only', 'a map, and columns that you confirmed, count from then on for every list with the same titles'],
];
