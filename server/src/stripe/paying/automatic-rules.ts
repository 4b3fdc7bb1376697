import { coolDownMinutes } from '@spacekeeper/contract/stripe/words.ts'

export type TopUpFacts = {
  isOn: boolean
  /** What the member wanted cost more than there is. */
  isShort: boolean
  balanceCents: number
  thresholdCents: number
  amountCents: number
  capCents: number
  /** What was topped up by itself this month. */
  monthCents: number
  lastAt: Date | null
  /** A top-up is under way, by themselves or not. */
  isMoneyComing: boolean
  now: Date
}

/** Whether a balance tops itself up now. `capped`: it would, but for the most of a month. */
export const mayTopUp = (facts: TopUpFacts): 'yes' | 'no' | 'capped' => {
  const { isOn, isShort, balanceCents, thresholdCents, lastAt, now } = facts
  if (!isOn || facts.isMoneyComing || (!isShort && balanceCents >= thresholdCents)) return 'no'
  if (lastAt !== null && now.getTime() - lastAt.getTime() < coolDownMinutes * 60_000) return 'no'
  return facts.monthCents + facts.amountCents > facts.capCents ? 'capped' : 'yes'
}
