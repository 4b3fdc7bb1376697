import { startTransition, useOptimistic } from 'react'

/**
 * What a switch shows: what was chosen from the press on, and what is stored once that is settled. The answer to a
 * press comes too late for it: a switch that waits for it goes back first.
 * @param save Tells a refusal itself, as `onError` of a mutation does; here it only ends what is shown.
 */
export const useChosen = <T>(stored: T, save: (wanted: T) => Promise<unknown>) => {
  const [shown, show] = useOptimistic(stored)
  const choose = (wanted: T) =>
    startTransition(async () => {
      show(wanted)
      await save(wanted).catch(() => undefined)
    })
  return { shown, choose }
}
