import type { Implant, Side } from '../../contract/simulation.ts';
import { make } from './dom.ts';
import { nameOf } from './implant-size.ts';

const NONE = 'none';

/** The implant of one side, of a list that is grouped by brands. */
export function implantChoice(
  side: Side,
  implants: readonly Implant[],
  onChoose: (implant: Implant | undefined) => void,
) {
  const known = [...implants];
  const warning = make('output', { class: 'warning', id: `implant-${side}-warning` });
  const groups = new Map<string, HTMLOptGroupElement>();
  const select = make(
    'select',
    { id: `implant-${side}`, 'aria-describedby': warning.id },
    make('option', { value: NONE }, 'None'),
  );
  const add = (implant: Implant, i: number) => {
    const brand = implant.implant_category.brand.name;
    const group = groups.get(brand) ?? make('optgroup', { label: brand });
    group.append(make('option', { value: String(i) }, nameOf(implant)));
    if (!groups.has(brand)) select.append(group);
    groups.set(brand, group);
  };
  known.forEach(add);
  select.addEventListener('change', () => onChoose(known[Number(select.value)]));
  return {
    element: make('div', {}, make('label', { for: select.id }, `Implant, ${side} breast`), select, warning),
    /** Beside the choice; an empty sentence takes it away. */
    warn: (sentence: string) => {
      warning.textContent = sentence;
    },
    /** Shows one as chosen, also one of another list, and tells nobody. */
    show: (implant: Implant | undefined) => {
      if (implant === undefined) {
        select.value = NONE;
        return;
      }
      const text = JSON.stringify(implant);
      let at = known.findIndex((one) => JSON.stringify(one) === text);
      if (at < 0) {
        at = known.push(implant) - 1;
        add(implant, at);
      }
      select.value = String(at);
    },
  };
}
