import { useRef, useState } from 'react'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { SettingKey } from '@spacekeeper/contract/settings.ts'
import type { SettingState } from '@spacekeeper/contract/site.ts'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { resetSetting, restoreSetting, saveSetting } from './api.ts'
import { settingOf } from './setting-kind.ts'

const typingMs = 1000

export type KnownSetting = SettingState & { key: SettingKey }
type SaveStatus = 'idle' | 'saving' | 'saved' | 'refused'

const reasonOf = (error: unknown, key: string) => fieldErrors(error)[key] ?? errorText(error)

/** What becomes of saves: of several under way only the newest decides what is shown. */
const useRuns = (key: SettingKey) => {
  const [status, setStatus] = useState<SaveStatus>('idle')
  const [reason, setReason] = useState<string | null>(null)
  const latest = useRef(0)
  const show = (next: SaveStatus, words: string | null = null) => {
    setStatus(next)
    setReason(words)
  }
  const run = async (save: () => Promise<unknown>, onSaved: () => void) => {
    const turn = ++latest.current
    show('saving')
    try {
      await save()
      if (turn !== latest.current) return
      onSaved()
      show('saved')
    } catch (error) {
      if (turn === latest.current) show('refused', reasonOf(error, key))
    }
  }
  const begin = () => {
    latest.current += 1
    show('idle')
  }
  return { status, reason, run, begin, refuse: (words: string) => show('refused', words) }
}

/**
 * The value of one setting as somebody edits it. Text is saved after a second of quiet, or when the screen is left
 * before; what is changed `now` is saved at once. What was saved can be undone until the next change.
 */
export const useAutoSave = (setting: KnownSetting) => {
  const { key } = setting
  const client = useQueryClient()
  const runs = useRuns(key)
  const [draft, setDraft] = useState<{ value: unknown } | null>(null)
  const [before, setBefore] = useState<KnownSetting | null>(null)

  const run = (save: () => Promise<unknown>, undoTo: KnownSetting | null) =>
    runs.run(save, () => {
      setDraft(null)
      setBefore(undoTo)
    })
  const save = async (value: unknown) => {
    const parsed = settingOf(key).schema.safeParse(value)
    if (parsed.success) await run(() => saveSetting(client, { key, value }), setting)
    else runs.refuse([...new Set(parsed.error.issues.map(({ message }) => message))].join(' '))
  }
  const saveSoon = useDebouncedCallback(save, { delay: typingMs, flushOnUnmount: true })

  const change = (value: unknown, when: 'soon' | 'now' = 'soon') => {
    runs.begin()
    setDraft({ value })
    setBefore(null)
    saveSoon.cancel()
    if (when === 'now') void save(value)
    else saveSoon(value)
  }
  const refuse = (words: string) => {
    saveSoon.cancel()
    runs.refuse(words)
  }
  const undo = () => {
    saveSoon.cancel()
    if (before) void run(() => restoreSetting(client, before), null)
  }
  const reset = () => {
    saveSoon.cancel()
    void run(() => resetSetting(client, key), setting.isSet ? setting : null)
  }
  const { status, reason } = runs
  return {
    value: draft ? draft.value : setting.value,
    change,
    reason,
    status,
    undo: before ? undo : null,
    reset,
    refuse,
  }
}

export type AutoSave = ReturnType<typeof useAutoSave>
