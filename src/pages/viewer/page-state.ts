/** What the page is doing, on its root element, for whoever waits for it. */
export type PageState = 'loading' | 'ready' | 'sending' | 'done' | 'failed';

export type TellState = (state: PageState) => void;

export const tellState: TellState = (state) => {
  document.documentElement.dataset['state'] = state;
};
