// On its own: two pages greet, and neither loads the other.
import { useState } from 'react'
import { hourAt } from '#platform/i18n/format.ts'

/** The words of the greeting for the time of day it was when the page opened. */
export const useGreetingWord = () => {
  const [hour] = useState(() => hourAt(Date.now())) // oxlint-disable-line eslint/no-restricted-properties -- the time itself
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
