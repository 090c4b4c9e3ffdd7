import type { FormPageData } from '../../contract/patient-page.ts';
import type { MeasureName, View } from '../../contract/reconstruction.ts';

export type Step = 'welcome' | View | 'measures' | 'check';

/** A step as it is shown. */
export interface Shown {
  parts: Node[];
  /** Shows what has changed. */
  update(): void;
  /** Ends what must not go on when another step is shown. */
  leave?(): void;
}

/** What the page has already, for use again. */
export interface PageParts {
  title: string;
  lead: string;
  tips: Node;
  privacy: string;
  /** A copy of the drawing of a photo or a measure. */
  drawing(of: View | MeasureName): SVGElement;
}

export function partsOf(main: HTMLElement, { views, measures }: FormPageData): PageParts {
  const text = (selector: string) => main.querySelector(selector)?.textContent ?? '';
  const names = [...views.map(({ view }) => view), ...measures.map(({ name }) => name)];
  const drawings = new Map(names.map((name) => [name as string, main.querySelector<SVGElement>(`#${name} svg`)!]));
  return {
    title: text('h1'),
    lead: text('.lead'),
    tips: main.querySelector('.tips')!.cloneNode(true),
    privacy: text('.privacy'),
    drawing: (of) => drawings.get(of)!.cloneNode(true) as SVGElement,
  };
}
