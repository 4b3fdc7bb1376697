import { darkHours, type DisplayScheme } from '@spacekeeper/contract/display/words.ts'

/** Whether displays are light or dark at an hour of the day where the space is. */
export const schemeAt = (scheme: DisplayScheme, hour: number): 'light' | 'dark' => {
  if (scheme !== 'evening') return scheme
  return hour >= darkHours.from || hour < darkHours.until ? 'dark' : 'light'
}

type SlideDays = { isOn: boolean; showsFrom: string | null; showsUntil: string | null }

/** Whether displays show a slide on a day. */
export const isShownOn = ({ isOn, showsFrom, showsUntil }: SlideDays, day: string): boolean =>
  isOn && (showsFrom === null || showsFrom <= day) && (showsUntil === null || day <= showsUntil)
