// The files of undici that a bucket needs. undici has types for its index alone.
declare module 'undici/lib/web/fetch/index.js' {
  import type { fetch as Fetch } from 'undici';

  export const fetch: typeof Fetch;
}

declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent as AgentClass } from 'undici';

  const Agent: typeof AgentClass;
  export default Agent;
}
