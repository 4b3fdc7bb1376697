import { useEffect, useEffectEvent } from 'react'
import type { SavedField } from './saved-field.ts'

type UnsavedField = Pick<SavedField<unknown>, 'label' | 'settle' | 'hasUnsaved' | 'refusalReason'>

/** A link that was pressed may not seem dead for longer. */
const patienceMs = 2000

const fields = new Set<() => UnsavedField>()

/** Lets the one question before the screen is left know of a field that saves itself. */
export const useUnsavedField = (field: UnsavedField) => {
  const read = useEffectEvent(() => field)
  useEffect(() => {
    const ask = () => read()
    fields.add(ask)
    return () => void fields.delete(ask)
  }, [])
}

const all = () => [...fields].map((read) => read())

export const unsavedFields = {
  isAny: () => all().some((field) => field.hasUnsaved()),
  /** Saves what waits, and returns what stays unsaved and why: after two seconds also what is still on its way. */
  settle: async (): Promise<{ label: string; reason: string }[]> => {
    const asked = all()
    const settled = Promise.all(asked.map((field) => field.settle()))
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    return asked
      .filter((field) => field.hasUnsaved())
      .map((field) => ({ label: field.label, reason: field.refusalReason() }))
  },
}
