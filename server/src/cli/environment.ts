import { Environment } from '../config.ts'

/** One line for each variable the portal reads. */
export const environmentHelp = (): string =>
  Object.entries(Environment.shape)
    .map(([name, schema]) => `  ${name.padEnd(14)}${schema.description ?? ''}`)
    .join('\n')
