import type { CountedMotion } from './counting.ts'

/**
 * Approval voting: each paper gives one vote to every option it names, and the seats go to the options with the most.
 * What no paper names gets no seat. Options with equal votes that do not all fit are taken in the order of the lot.
 */
export const approve = (
  { options, seats, lot }: Pick<CountedMotion, 'options' | 'seats' | 'lot'>,
  papers: readonly (readonly number[])[],
) => {
  const votes = Array.from({ length: options }, (_, option) => papers.filter((named) => named.includes(option)).length)
  const votesFor = (option: number) => votes[option] ?? 0
  const order = Array.from({ length: options }, (_, option) => option)
    .filter((option) => votesFor(option) > 0)
    .toSorted((a, b) => votesFor(b) - votesFor(a) || lot.indexOf(a) - lot.indexOf(b))
  const elected = order.slice(0, seats)
  const last = elected.at(-1)
  const next = order[seats]
  const isTied = last !== undefined && next !== undefined && votesFor(last) === votesFor(next)
  return { votes, elected, tied: isTied ? order.filter((option) => votesFor(option) === votesFor(next)) : [] }
}
