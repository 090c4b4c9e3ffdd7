// The file of undici for connections to any host; undici has types for its index alone. See also src/http.
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent as AgentClass } from 'undici';

  const Agent: typeof AgentClass;
  export default Agent;
}
