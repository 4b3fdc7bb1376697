import type { ByteLine } from './byte-line.testing.ts'

/** What a transcript may do between messages: actions at the portal, by name. */
export type PortalActs = Record<string, () => Promise<unknown>>

type KnownWords = Map<string, string>

const named = /\$[A-Z_]+/g

/** A word like `$SESSION` without a value yet takes what the portal says in its place. */
const learn = (expected: string, heard: string, values: KnownWords) => {
  const names = [...expected.matchAll(named)].map(([name]) => name).filter((name) => !values.has(name))
  if (names.length === 0) return
  const escaped = expected.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = new RegExp(`^${names.reduce((text, name) => text.replace(`\\${name}`, '([^"]+)'), escaped)}$`)
  for (const [at, value] of (pattern.exec(heard)?.slice(1) ?? []).entries()) values.set(names[at] ?? '', value)
}

const fill = (text: string, values: KnownWords) => text.replace(named, (name) => values.get(name) ?? name)

/**
 * Plays a recorded talk against the portal: lines with `>` are sent byte for byte, those with `<` have to come byte for
 * byte, one plain text frame each, and `!` is done in between. Returns what was really said.
 */
export const playTranscript = async (
  line: ByteLine,
  input: { script: string; known: Record<string, string>; acts?: PortalActs },
): Promise<{ heard: string[]; expected: string[] }> => {
  const values: KnownWords = new Map(Object.entries(input.known))
  const lines = input.script
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const [heard, expected]: [string[], string[]] = [[], []]
  for (const text of lines) {
    const rest = text.slice(2)
    if (text.startsWith('!')) await input.acts?.[rest]?.()
    else if (text.startsWith('>')) line.say(fill(rest, values))
    else {
      const said = JSON.stringify(await line.hear())
      learn(rest, said, values)
      heard.push(said)
      expected.push(fill(rest, values))
    }
  }
  return { heard, expected }
}
