import { type FocusEvent, useRef } from 'react'
import { unsavedFields, useUnsavedInput } from './unsaved-fields.ts'

type TypedElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isTyped = (target: EventTarget): target is TypedElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** Words that prove who the reader is, or search, are no loss; a switch is saved as it is turned. */
const isNoLoss = (element: TypedElement) =>
  element instanceof HTMLInputElement &&
  (['password', 'search'].includes(element.type) ||
    element.autocomplete === 'one-time-code' ||
    element.role === 'switch')

const valueOf = (element: TypedElement) =>
  element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
    ? String(element.checked)
    : element.value.trim()

/**
 * Knows what has been typed or chosen in a place of the screen: each field is compared with how the reader found it, or with what
 * was sent last. A form of the API inside says it itself. `isSending`: what stands there is on its way.
 */
export const useTypedValues = ({ isSending = false } = {}) => {
  const place = useRef<Element>(null)
  const found = useRef(new Map<TypedElement, string>())
  const isChanged = () => {
    const { current } = place
    if (!current || isSending) return false
    const isOneChanged = [...found.current].some(
      ([element, value]) => current.contains(element) && valueOf(element) !== value && !unsavedFields.isKnown(element),
    )
    return isOneChanged || unsavedFields.isAnyIn(current)
  }
  useUnsavedInput({ isChanged })
  return {
    isChanged,
    onFocusCapture: ({ target, currentTarget }: FocusEvent) => {
      place.current = currentTarget
      if (!isTyped(target) || isNoLoss(target) || found.current.has(target)) return
      if (currentTarget.contains(target)) found.current.set(target, valueOf(target))
    },
    /** Notes that what stands there now was sent. */
    onSubmit: () => {
      for (const element of found.current.keys()) found.current.set(element, valueOf(element))
    },
  }
}
