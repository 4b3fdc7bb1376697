/** One instruction of a Dockerfile with its words, such as `COPY` and `web web`. */
export type Instruction = { name: string; words: string }
/** The lines between one FROM and the next. */
export type ImageStage = { base: string; name: string; instructions: Instruction[] }

/** An image as its Dockerfile describes it, in the part of the language that ours uses. */
export const readDockerfile = (text: string): ImageStage[] => {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/ *\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: ImageStage[] = []
  for (const line of lines) {
    const { name = '', words = '' } = /^(?<name>[A-Z]+) +(?<words>.+)$/.exec(line)?.groups ?? {}
    if (name === '') throw new Error(`Not an instruction: ${line}`)
    if (name === 'FROM') {
      const [base = '', , as = ''] = words.split(' ')
      stages.push({ base, name: as, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, words })
  }
  return stages
}

/** From which stage (empty: from the project's folder) a COPY takes what, and where it puts it. */
export const readCopy = (words: string): { from: string; sources: string[]; target: string } => {
  const [first = '', ...rest] = words.split(' ')
  const from = /^--from=(.+)$/.exec(first)?.[1] ?? ''
  const paths = from === '' ? [first, ...rest] : rest
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** The words of a CMD or HEALTHCHECK, which ours give as a list. */
export const readCommand = (words: string): string[] => {
  const list: unknown = JSON.parse(words.slice(words.indexOf('[')))
  if (!Array.isArray(list)) throw new Error(`Not a list: ${words}`)
  return list.map(String)
}
