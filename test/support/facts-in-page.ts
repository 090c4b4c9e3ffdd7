import type { ViewerFacts } from '../../src/contract/viewer.ts';

/** The viewer's facts, as they stand in its page. */
export const FACTS_IN_PAGE = /(?<=<script type="application\/json" id="facts">)[^<]*(?=<\/script>)/;

export const factsIn = (page: string): ViewerFacts => JSON.parse(FACTS_IN_PAGE.exec(page)![0]) as ViewerFacts;
