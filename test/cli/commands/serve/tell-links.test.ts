import { expect, test } from 'vitest';
import { tellLinksElsewhere } from '../../../../src/cli/commands/serve/tell-links.ts';
import { lineText } from '../../../../src/system/line-text.ts';
import { untilText } from '../../../../src/system/local-time.ts';

const UNTIL = Date.parse('2026-12-05T14:00:00Z');
const NEW = 'https://new.example';

function told(...links: [address: string, count: number][]): string[] {
  const lines: string[] = [];
  const linksElsewhere = links.map(([address, count]) => ({ address, count, until: UNTIL }));
  tellLinksElsewhere({ linksElsewhere, linkAddress: NEW }, (line) => void lines.push(lineText(line)));
  return lines;
}

test('what keeps links with an old address alive is told, until when, and for whom they are', () => {
  const until = untilText(UNTIL);
  expect(told(['https://old.example', 3])).toEqual([
    `3 links are out that name https://old.example, where this service was before. Until ${until}, when the last one ends, they work only while https://old.example redirects to ${NEW}. To make each anew: recon invite PATIENT --type TYPE`,
    'The patients with links out: recon list --status link-out',
  ]);
  const [local] = told(['http://127.0.0.1:4747', 1]);
  expect(local).toContain('it ends, it works only while the service answers at http://127.0.0.1:4747. To make it anew');
  expect(told()).toEqual([]);
});
