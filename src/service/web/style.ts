/** The one style sheet of the pages. It is part of the page, and its hash is in the page's policy. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f5; --card: #fff; --ink: #1d2b2a; --soft: #556664; --line: #d5dedc;
  --accent: #17625e; --accent-ink: #fff; --tint: #e2efed; --wrong: #a3242b; --wrong-tint: #fcecec;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #131a1a; --card: #1c2625; --ink: #e8efee; --soft: #a7b8b5; --line: #364443;
    --accent: #7fd1c7; --accent-ink: #0c2422; --tint: #233836; --wrong: #ff9f9f; --wrong-tint: #3b2022;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  overflow-wrap: break-word; hyphens: auto;
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: min(1.75rem, 13vw); line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2rem 0 .5rem; }
h3 { font-size: 1.0625rem; margin: 0; }
p, ul { margin: .5rem 0; }
ul { padding-inline-start: 1.25rem; }
li + li { margin-top: .25rem; }
a { color: var(--accent); }
.lead { font-size: 1.125rem; max-width: 42rem; }
.soft { color: var(--soft); }
.tips { max-width: 42rem; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
.card {
  display: flex; flex-direction: column; gap: .75rem; padding: 1rem; scroll-margin-top: 1rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
}
.card.wrong { border: 2px solid var(--wrong); }
.picture { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
.picture > div { flex: 1 1 9rem; min-width: 0; }
.picture svg { flex: none; width: 5.25rem; height: auto; border-radius: .5rem; background: var(--tint); }
.figure { fill: var(--accent); opacity: .35; }
.lines { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.tape { fill: none; stroke: var(--wrong); stroke-width: 3; stroke-linecap: round; }
.card p { margin: .25rem 0 0; font-size: 1rem; }
.card .field { margin-top: auto; }
label { font-weight: 600; }
.problem { color: var(--wrong); font-weight: 600; }
.problem::before { content: "! "; }
input { font: inherit; color: inherit; max-width: 100%; }
input[type=file] {
  width: 100%; padding: .5rem; border: 1px dashed var(--line); border-radius: .5rem; font-size: .9375rem;
}
input[type=file]::file-selector-button {
  font: inherit; font-weight: 600; min-height: 2.75rem; padding: .25rem 1rem; margin-inline-end: .75rem; cursor: pointer;
  color: var(--accent); background: var(--tint); border: 0; border-radius: .5rem;
}
.measure { display: flex; align-items: center; gap: .5rem; }
.measure input {
  width: 8rem; min-width: 0; min-height: 2.75rem; padding: .25rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: var(--ground);
}
button {
  font: inherit; font-weight: 600; min-height: 3.25rem; padding: .5rem 2rem; cursor: pointer;
  color: var(--accent-ink); background: var(--accent); border: 0; border-radius: .75rem;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problems {
  margin: 1rem 0; padding: 1rem 1.25rem; background: var(--wrong-tint); border-inline-start: .375rem solid var(--wrong);
  border-radius: .5rem; max-width: 42rem;
}
.problems h2 { margin-top: 0; }
.send { margin-top: 2rem; max-width: 42rem; }
.note { max-width: 36rem; margin: 12vh auto 0; padding: 2rem min(1.5rem, 8vw); }
@media (max-width: 40rem) { button { width: 100%; } }
`;
