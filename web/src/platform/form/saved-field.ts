import { useDebouncedCallback } from '@mantine/hooks'
import { useState, useRef, useEffect } from 'react'
import { describeKey } from '#platform/i18n/use-text.ts'
import { fieldErrors, isOutcomeUnknown } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { pageMember } from '../api/page-member.ts'
import { isPutAway } from '../api/put-away.ts'
import { notify } from '../ui/notify.tsx'
import { same } from './same.ts'

/** So long nothing must have been typed. */
const quietMs = 1000

/** `isUnknown`: it may be stored nevertheless. */
type SaveRefusal = { reason: string; canRetry: boolean; isUnknown: boolean }

type SaveState<T> =
  | { status: 'idle' | 'waiting' | 'saving' }
  | { status: 'saved'; before: T }
  | ({ status: 'refused' } & SaveRefusal)

/**
 * What stands in the field. A settled draft differs from what is stored by spaces at most, or by what is on its way.
 * `savedOver` is what was stored before a draft that has just been saved.
 */
type Draft<T> = { value: T; isSettled: boolean; savedOver?: { value: T } }

type SavedFieldOptions<T> = {
  /** What the server calls the field when it says why. */
  name: string
  label: string
  /** What is stored. */
  value: T
  /** The contract's rule in words; what breaks it is never sent. */
  check?: (value: T) => string | undefined
  /** Resolves once it is stored. */
  save: (value: T) => Promise<unknown>
  /** Words for a refusal, where those of the server do not do. */
  explain?: (error: unknown) => string | undefined
}

const attempt = async <T>(
  wanted: T,
  { name, check, save, explain }: SavedFieldOptions<T>,
): Promise<SaveRefusal | null> => {
  const broken = check?.(wanted)
  if (broken !== undefined) return { reason: broken, canRetry: false, isUnknown: false }
  try {
    await save(wanted)
    return null
  } catch (error) {
    const said = explain?.(error) ?? fieldErrors(error)[name]
    return { reason: said ?? errorText(error), canRetry: said === undefined, isUnknown: isOutcomeUnknown(error) }
  }
}

const reasonOf = (state: SaveState<unknown>) => {
  if (state.status === 'refused') return state.reason
  return state.status === 'saving' ? describeKey('platform:stillSaving') : ''
}

/** The outcome of the newest save, for the screen and for questions between two renders. */
const useOutcome = <T>() => {
  const [state, setState] = useState<SaveState<T>>({ status: 'idle' })
  const latest = useRef(state)
  const show = (next: SaveState<T>) => {
    latest.current = next
    setState(next)
  }
  return { state, latest, show }
}

/** Saves one after the other; only of the newest the outcome is told. */
const useSaves = <T>(onSaved: (before: T) => void) => {
  const { state, latest, show } = useOutcome<T>()
  const turns = useRef(0)
  const running = useRef(0)
  const queue = useRef(Promise.resolve())
  const isThere = useRef(true)
  // Words that one member typed are not for the account of another who is here when they are sent.
  const [typist] = useState(pageMember.read)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  const run = async (turn: number, { wanted, before, by }: { wanted: T; before: T; by: SavedFieldOptions<T> }) => {
    const tell = (next: SaveState<T>) => turn === turns.current && show(next)
    if (pageMember.read() !== typist) return
    tell({ status: 'saving' })
    const refusal = await attempt(wanted, by)
    running.current -= 1
    if (refusal && !isThere.current)
      notify.failed(
        describeKey(`platform:${refusal.isUnknown ? 'fieldUnknown' : 'fieldNotSaved'}`, {
          field: by.label,
          ...refusal,
        }),
      )
    if (!refusal && turn === turns.current) onSaved(before)
    tell(refusal ? { status: 'refused', ...refusal } : { status: 'saved', before })
  }
  return {
    state,
    latest,
    isRunning: () => running.current > 0,
    /** What is under way no longer decides what is shown. */
    show: (next: SaveState<T>) => {
      turns.current += 1
      show(next)
    },
    send: (wanted: T, before: T, by: SavedFieldOptions<T>) => {
      const turn = ++turns.current
      running.current += 1
      const save = () => run(turn, { wanted, before, by })
      // A page that is put away has no time for one after the other.
      queue.current = isPutAway() ? Promise.all([queue.current, save()]).then(() => {}) : queue.current.then(save)
    },
    all: () => queue.current,
  }
}

/** What stands in the field: what is typed, or else what is stored; a change from elsewhere shows unless the reader is typing. */
const useDraft = <T>(value: T) => {
  const [draft, setDraft] = useState<Draft<T> | null>(null)
  const [seen, setSeen] = useState(value)
  if (!same(value, seen)) {
    setSeen(value)
    if (draft?.isSettled && !same(draft.value, value)) setDraft(null)
  }
  if (draft?.savedOver) {
    // What the server made of it shows as soon as it is known.
    const isKept = same(value, draft.savedOver.value) || same(value, draft.value)
    setDraft(isKept ? { value: draft.value, isSettled: true } : null)
  }
  return {
    shown: draft ? draft.value : value,
    isSettled: draft?.isSettled ?? true,
    set: (wanted: T, isSettled = false) => setDraft({ value: wanted, isSettled }),
    /** After a save; only the state setter is used, so an older render may call it. */
    settle: (before: T) =>
      setDraft((known) => known && { value: known.value, isSettled: true, savedOver: { value: before } }),
    drop: () => setDraft(null),
  }
}

/**
 * A field that saves itself: once nothing was typed for a second, when the screen is left before, or at once if it is
 * chosen. It says how that went and takes it back.
 */
export function useSavedField<T>(options: SavedFieldOptions<T>) {
  const { value, label } = options
  const draft = useDraft(value)
  const saves = useSaves<T>(draft.settle)
  const sendSoon = useDebouncedCallback(saves.send, { delay: quietMs, flushOnUnmount: true })

  const drop = () => {
    sendSoon.cancel()
    draft.drop()
    saves.show({ status: 'idle' })
  }
  const choose = (wanted: T) => {
    sendSoon.cancel()
    draft.set(wanted)
    saves.send(wanted, value, options)
  }
  return {
    label,
    value: draft.shown,
    state: saves.state,
    /** For what is typed. */
    type: (wanted: T) => {
      const isStored = same(wanted, value) && !saves.isRunning()
      draft.set(wanted, isStored)
      saves.show({ status: isStored ? 'idle' : 'waiting' })
      if (isStored) sendSoon.cancel()
      else sendSoon(wanted, value, options)
    },
    /** For what is chosen with one click. */
    choose,
    /** For what is typed and no value at all. */
    refuse: (reason: string) => {
      sendSoon.cancel()
      saves.show({ status: 'refused', reason, canRetry: false, isUnknown: false })
    },
    /** When the field is left, it shows what is stored. */
    leave: () => draft.isSettled && saves.state.status !== 'refused' && draft.drop(),
    undo: () => (saves.state.status === 'saved' ? choose(saves.state.before) : drop()),
    retry: () => choose(draft.shown),
    hasUnsaved: () => !['idle', 'saved'].includes(saves.latest.current.status),
    /** Why it stays unsaved; empty while it does not. */
    refusalReason: () => reasonOf(saves.latest.current),
    /** Sends what waits at once, for a page that may be gone a moment later. */
    flush: () => sendSoon.flush(),
    /** Saves now what waits; false if something stays unsaved. */
    settle: async () => {
      sendSoon.flush()
      await saves.all()
      return saves.latest.current.status !== 'refused'
    },
  }
}

export type SavedField<T> = ReturnType<typeof useSavedField<T>>
