/** When a key-holder will be there. */
export type OpeningSpan = { startsAt: Date; endsAt: Date; note: string }

/** A time in which the space is open, by one key-holder after or beside the other. */
export type OpenTime<O extends OpeningSpan> = { startsAt: Date; endsAt: Date; openings: O[] }

/** Joins openings that overlap or follow one another: members want to know when it is open, not who hands over when. */
export const joinOpenings = <O extends OpeningSpan>(openings: readonly O[]): OpenTime<O>[] => {
  const sorted = openings.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const joined: OpenTime<O>[] = []
  for (const opening of sorted) {
    const last = joined.at(-1)
    if (last && opening.startsAt <= last.endsAt) {
      last.openings.push(opening)
      if (opening.endsAt > last.endsAt) last.endsAt = opening.endsAt
    } else joined.push({ startsAt: opening.startsAt, endsAt: opening.endsAt, openings: [opening] })
  }
  return joined
}

/** What its key-holders wrote, each text once; null for nothing. */
export const noteOf = ({ openings }: OpenTime<OpeningSpan>): string | null => {
  const notes = [...new Set(openings.map(({ note }) => note).filter((note) => note !== ''))]
  return notes.length === 0 ? null : notes.join('; ')
}
