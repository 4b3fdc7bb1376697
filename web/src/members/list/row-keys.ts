import {
  type RefObject,
  startTransition,
  useState,
  useRef,
  useEffect,
  type KeyboardEvent,
  type FocusEvent,
} from 'react'

const pageRows = 10

const indexOf = (element: EventTarget) =>
  element instanceof HTMLElement ? Number(element.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1) : -1

const targetOf = (key: string, from: number, last: number): number | null => {
  if (key === 'ArrowDown') return Math.min(last, from + 1)
  if (key === 'ArrowUp') return Math.max(0, from - 1)
  if (key === 'PageDown') return Math.min(last, from + pageRows)
  if (key === 'PageUp') return Math.max(0, from - pageRows)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return null
}

type RowKeysOptions = {
  body: RefObject<HTMLTableSectionElement | null>
  total: number
  /** Brings a row into sight. */
  show: (index: number) => void
}

/** Rows by the keyboard: arrows, page keys, Home and End walk, Enter opens, the space bar ticks. */
export const useRowKeys = ({ body, total, show }: RowKeysOptions) => {
  const [current, setCurrent] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const wanted = useRef<number | null>(null)

  // A row that was out of sight is drawn first, perhaps once its window has come.
  useEffect(() => {
    if (wanted.current === null) return
    const link = body.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`)
    if (!link) return
    wanted.current = null
    link.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const from = indexOf(event.target)
    if (from < 0) return
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault()
      event.target.closest('tr')?.querySelector('input')?.click()
      return
    }
    const next = targetOf(event.key, from, total - 1)
    if (next === null) return
    event.preventDefault()
    wanted.current = next
    setCurrent(next)
    show(next)
  }
  const onFocus = (event: FocusEvent) => {
    const index = indexOf(event.target)
    if (index < 0) return
    setCurrent(index)
    setFocus(true)
  }
  const onBlur = (event: FocusEvent) => {
    // Not before the focus has arrived: a row removed on its way would draw it back.
    if (!event.currentTarget.contains(event.relatedTarget)) startTransition(() => setFocus(false))
  }
  return { current, focused: hasFocus ? current : null, onKeyDown, onFocus, onBlur }
}
