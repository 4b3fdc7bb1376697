import { useEffect, useState } from 'react'

const typedKinds = new Set(['text', 'email', 'password', 'search', 'tel', 'url', 'number'])

export type KeyedField = HTMLInputElement | HTMLTextAreaElement

const isTyped = (target: unknown): target is KeyedField => {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled
  return target instanceof HTMLInputElement && typedKinds.has(target.type) && !target.readOnly && !target.disabled
}

/** As if it had been typed: the value is set past React, which then hears of it by the event. */
const put = (field: KeyedField, value: string) => {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Writes where the caret stands. Fields for an email have none that a page may know; there it is the end. */
export const typeInto = (field: KeyedField, text: string) => {
  const { value, selectionStart, selectionEnd } = field
  const start = selectionStart ?? value.length
  put(field, value.slice(0, start) + text + value.slice(selectionEnd ?? start))
  if (selectionStart !== null) field.setSelectionRange(start + text.length, start + text.length)
}

/** Takes away what is marked, or the character before the caret. */
export const deleteFrom = (field: KeyedField) => {
  const { value, selectionStart, selectionEnd } = field
  const end = selectionEnd ?? value.length
  const start = selectionStart ?? end
  const from = start < end ? start : Math.max(0, start - 1)
  put(field, value.slice(0, from) + value.slice(end))
  if (selectionStart !== null) field.setSelectionRange(from, from)
}

/** The field after this one in its form, if there is one to type into. */
export const fieldAfter = (field: KeyedField): KeyedField | null => {
  const fields = Array.from(field.form?.elements ?? []).filter(isTyped)
  return fields[fields.indexOf(field) + 1] ?? null
}

/** Goes on to the next field, and sends the form from the last one. */
export const goOnFrom = (field: KeyedField) => {
  const next = fieldAfter(field)
  if (next) next.focus()
  else if (field.form) field.form.requestSubmit()
  else field.blur()
}

/** The keyboard of the system would stand over this one. */
const hushSystemKeyboard = (field: KeyedField) => {
  const isNumber = field.type === 'number' || field.type === 'tel' || field.inputMode === 'numeric'
  if (field.inputMode !== 'none') field.dataset['typed'] = isNumber ? 'digits' : 'letters'
  field.inputMode = 'none'
}

const leaveMs = 250

/** The field that has the focus, if one can type into it. */
export const useTypedField = (isOn: boolean): KeyedField | null => {
  const [field, setField] = useState<KeyedField | null>(null)
  useEffect(() => {
    if (!isOn) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isTouched = false
    const look = () => {
      const target = document.activeElement
      if (isTyped(target)) hushSystemKeyboard(target)
      else if (isTouched) return leave()
      setField(isTyped(target) ? target : null)
    }
    // Not at once: everything would move away from under the finger that is about to press a button.
    const leave = () => {
      clearTimeout(timer)
      timer = setTimeout(look, leaveMs)
    }
    const touch = ({ target }: PointerEvent) => {
      isTouched = true
      // Before the touch gives it the focus, and with it the keyboard of the system.
      if (isTyped(target)) hushSystemKeyboard(target)
    }
    const release = () => {
      isTouched = false
    }
    const hear = ({ target }: FocusEvent) => (isTyped(target) ? look() : leave())
    const stopping = new AbortController()
    const options = { signal: stopping.signal, capture: true }
    document.addEventListener('focusin', hear, options)
    document.addEventListener('focusout', leave, options)
    document.addEventListener('pointerdown', touch, options)
    for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, release, options)
    look()
    return () => {
      clearTimeout(timer)
      stopping.abort()
      setField(null)
    }
  }, [isOn])
  return field
}
