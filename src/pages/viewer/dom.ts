type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with its attributes and children; a text is always text and never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

export function button(text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = make('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** A part of the panel under a heading. */
export const section = (title: string, ...children: readonly (Node | string)[]): HTMLElement =>
  make('section', {}, make('h2', {}, title), ...children);

export interface Choice<T> {
  value: T;
  text: string;
}

/** One of several, as radio buttons. `onChoose` is told of each change. */
export function choices<T>(title: string, all: readonly Choice<T>[], chosen: T, onChoose: (value: T) => void) {
  const group = `choice-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const inputs = all.map(({ value, text }, i) => {
    const input = make('input', { type: 'radio', name: group, id: `${group}-${i}` });
    input.checked = value === chosen;
    input.addEventListener('change', () => onChoose(value));
    return { value, input, row: make('label', { for: input.id }, input, text) };
  });
  return {
    element: make('fieldset', {}, make('legend', {}, title), ...inputs.map(({ row }) => row)),
    /** Shows a choice as taken, and tells nobody. */
    show: (value: T) => {
      for (const one of inputs) one.input.checked = one.value === value;
    },
  };
}
