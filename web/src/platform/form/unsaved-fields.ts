import { useEffect, useEffectEvent } from 'react'
import { onPutAway } from '../api/put-away.ts'
import type { SavedField } from './saved-field.ts'

type UnsavedField = Pick<SavedField<unknown>, 'label' | 'settle' | 'flush' | 'hasUnsaved' | 'refusalReason'>

/** How the question names what would be lost. */
export type LeaveWords = { title: string; text: string }

type UnsavedInput = {
  /** Compares what stands there with what is stored, or was sent last. */
  isChanged: () => boolean
  words?: LeaveWords
  /** Where it stands; what is inside is known by this and needs no other look. */
  element?: () => HTMLElement | null
}

/** A link that was pressed may not seem dead for longer. */
const patienceMs = 2000

const fields = new Set<() => UnsavedField>()
const inputs = new Set<() => UnsavedInput>()

/** Adds what is told now, whenever it is asked for, while the screen shows it. */
const useKnown = <T>(known: Set<() => T>, now: T) => {
  const read = useEffectEvent(() => now)
  useEffect(() => {
    const ask = () => read()
    known.add(ask)
    return () => void known.delete(ask)
  }, [known])
}

/** Lets the one question before the screen is left know of a field that saves itself. */
export const useUnsavedField = (field: UnsavedField) => useKnown(fields, field)

/** The same of what is typed and saved by a button. */
export const useUnsavedInput = (input: UnsavedInput) => useKnown(inputs, input)

const allOf = <T>(known: Set<() => T>) => [...known].map((read) => read())

// Outside React, which draws nothing any more while a page goes away.
onPutAway(() => {
  for (const field of allOf(fields)) field.flush()
})

const changedInputs = () => allOf(inputs).filter((input) => input.isChanged())

export const unsavedFields = {
  isAny: () => allOf(fields).some((field) => field.hasUnsaved()) || changedInputs().length > 0,
  /** Whether a form says itself what of it is changed. */
  isKnown: (part: HTMLElement) => allOf(inputs).some(({ element }) => element?.()?.contains(part) === true),
  /** Whether such a form in this place is changed. */
  isAnyIn: (place: Element) =>
    allOf(inputs).some(({ element, isChanged }) => {
      const own = element?.() ?? null
      return own !== null && place.contains(own) && isChanged()
    }),
  /** Saves what waits, and returns what stays unsaved and why: after two seconds also what is still on its way. */
  settle: async () => {
    const asked = allOf(fields)
    const settled = Promise.all(asked.map((field) => field.settle()))
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    return {
      fields: asked
        .filter((field) => field.hasUnsaved())
        .map((field) => ({ label: field.label, reason: field.refusalReason() })),
      inputs: changedInputs(),
    }
  },
}
