// On its own: the server checks choices as votes are cast, and the recount checks them again.
import type { Choice } from './shapes.ts'
import type { CountingMethod } from './words.ts'

/** What is wrong with a choice for a motion, in a sentence; null: nothing. */
export const checkChoice = (motion: { method: CountingMethod; options: number }, choice: Choice): string | null => {
  const wanted = motion.method === 'majority' ? 'motion' : motion.method
  if (choice.kind !== wanted) {
    if (wanted === 'motion') return 'Choose for, against or abstain.'
    return wanted === 'approval' ? 'Choose the options you approve of.' : 'Put the options in order.'
  }
  if (choice.kind === 'motion') return null
  const odd = choice.options.find((option) => !Number.isInteger(option) || option < 0 || option >= motion.options)
  if (odd !== undefined) return `There is no option ${odd + 1}; there are ${motion.options}.`
  const twice = choice.options.find((option, index) => choice.options.indexOf(option) !== index)
  return twice === undefined ? null : `Option ${twice + 1} is named twice.`
}

/** The same choice is always written the same way, so that how it is written says nothing of who wrote it. */
export const plainChoice = (choice: Choice): Choice =>
  choice.kind === 'approval' ? { ...choice, options: choice.options.toSorted((a, b) => a - b) } : choice
