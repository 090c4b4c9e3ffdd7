/** What whoever tests the page waits for, on the root element. */
export type PageState = 'loading' | 'ready' | 'sending' | 'done' | 'failed';

export function setState(state: PageState, step?: string): void {
  const { dataset } = document.documentElement;
  if (step !== undefined) dataset['step'] = step;
  dataset['state'] = state;
}

type Child = Node | string | undefined | false;

/** An element with attributes; texts are text, never markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

export function button(text: string, onClick: () => void, kind: 'main' | 'plain' = 'plain'): HTMLButtonElement {
  const element = el('button', { type: 'button', class: kind }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** Puts the values into the places of a text, such as `{count}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** Ends early when the signal comes. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    const leave = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', leave, { once: true });
  });
