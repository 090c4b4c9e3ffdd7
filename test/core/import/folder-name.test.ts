import { expect, test } from 'vitest';
import { nameOfFolder } from '../../../src/core/import/folder-name.ts';

test.each([
  ['Silva, Maria', 'Maria Silva'],
  ['41 Maria Silva', 'Maria Silva'],
  ['0041_Silva,_Maria', 'Maria Silva'],
  ['2024-05-03 - Maria da Silva', 'Maria da Silva'],
  ['maria_silva', 'maria silva'],
  ['Öztürk, Ayşe', 'Ayşe Öztürk'],
  ["O'Brien, Anne-Marie", "Anne-Marie O'Brien"],
  ['Jose\u0301 Núñez', 'José Núñez'],
  ['見本 さくら', '見本 さくら'],
  ['King, Jr.', undefined],
  ['misc', undefined],
  ['41', undefined],
  ['2024-05-03', undefined],
  ['Maria Silva (2)', undefined],
  ['Maria Silva 2', undefined],
  ['DSC_0041', undefined],
  ['', undefined],
])('the folder %j is of %j', (folder, name) => {
  expect(nameOfFolder(folder)).toBe(name);
});
