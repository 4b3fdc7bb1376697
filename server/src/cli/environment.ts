import { Environment, secretVariables } from '../config.ts'

/** One line for each variable the portal reads. */
export const environmentHelp = (): string => {
  const lines = Object.entries(Environment.shape).map(
    ([name, schema]) => `  ${name.padEnd(16)}${schema.description ?? ''}`,
  )
  const inFiles = secretVariables.map((name) => `${name}_FILE`).join(', ')
  return [...lines, `\n  ${inFiles} name files in which these stand instead.`].join('\n')
}
