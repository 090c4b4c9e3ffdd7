import { parse } from 'yaml';

export interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
  build?: { context: string; dockerfile: string };
}

/** The services of a compose file by their names, with the variables that it takes from its `.env`. */
export function composeServices(text: string, variables: Record<string, string>): Record<string, ComposeService> {
  const filled = text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`${name} is not set, and the compose file needs it`);
    return value;
  });
  const { services } = parse(filled, { merge: true }) as { services: Record<string, ComposeService> };
  return services;
}
