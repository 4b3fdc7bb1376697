import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What a switch shows: what was chosen from the press on, and what is stored once that is settled. The answer to a
 * press comes too late for it: a switch that waits for it goes back first.
 * @param save Resolves once what is stored has been asked for again. It tells a refusal itself, as `onError` of a
 *   mutation does; here it only ends what is shown.
 */
export const useChosen = <T>(stored: T, save: (wanted: T) => Promise<unknown>) => {
  const [chosen, setChosen] = useState<{ value: T } | null>(null)
  const choose = async (value: T) => {
    const mine = { value }
    setChosen(mine)
    await save(value).catch(() => undefined)
    // After what queries have told, or the switch would show for a moment what was stored before.
    notifyManager.schedule(() => setChosen((newest) => (newest === mine ? null : newest)))
  }
  return { shown: chosen ? chosen.value : stored, choose: (value: T) => void choose(value) }
}
