import { CloseButton, Loader, Modal } from '@mantine/core' // oxlint-disable-line eslint/no-restricted-imports -- a search is no loss
import { IconArrowRight, IconClock, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import type { SearchEntry } from './search-entries.ts'
import { keepRecent, readRecent } from './search-recent.ts'
import { useSearch } from './use-search.ts'
import classes from './search-dialog.module.css'

type Props = { isOpen: boolean; onClose: () => void }

/** Finds pages, actions, settings, members and devices: a combobox with its results in groups. */
export const SearchDialog = ({ isOpen, onClose }: Props) => {
  const { t } = useTranslation('search')
  const isPhone = useIsPhone()
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={620}
      fullScreen={isPhone}
      yOffset="12dvh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} radius={isPhone ? 0 : 'lg'}>
        <Modal.Body p={0} className={classes.body ?? ''}>
          <Finder onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const Finder = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('search')
  const router = useRouter()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [recent] = useState(readRecent)
  const [at, setAt] = useState(0)
  const found = useSearch(typed)
  const entries = typed.trim() === '' ? recent : found.entries
  const current = Math.min(at, entries.length - 1)
  const open = (entry: SearchEntry) => {
    keepRecent(entry)
    onClose()
    router.history.push(entry.href)
  }
  const move = (to: number) => {
    setAt(to)
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1
    const steps: Partial<Record<string, number>> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(current + 6, last),
      PageUp: Math.max(current - 6, 0),
    }
    const step = steps[event.key]
    const entry = entries[current]
    if (step === undefined && (event.key !== 'Enter' || event.nativeEvent.isComposing)) return
    event.preventDefault()
    if (step !== undefined) move(step)
    else if (entry) open(entry)
  }
  return (
    <>
      <div className={classes.head}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          type="text"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-label={t('label')}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
          placeholder={t('label')}
          maxLength={100}
          value={typed}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        {found.isAsking ? <Loader size={16} aria-hidden /> : null}
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <p role="status" className={classes.count}>
        {typed.trim() === '' ? '' : found.isWaiting ? t('searching') : t('count', { count: entries.length })}
      </p>
      <Results id={id} entries={entries} current={current} onOpen={open} onPoint={setAt} />
      <Remarks typed={typed.trim()} found={found} isEmpty={entries.length === 0} />
    </>
  )
}

type ResultsProps = {
  id: string
  entries: readonly SearchEntry[]
  current: number
  onOpen: (entry: SearchEntry) => void
  onPoint: (place: number) => void
}

const Results = ({ id, entries, current, onOpen, onPoint }: ResultsProps) => {
  const { t } = useTranslation('search')
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t('results')} className={classes.list}>
      {[...new Set(entries.map(({ group }) => group))].map((group) => {
        const rows = entries.flatMap((entry, place) => (entry.group === group ? [{ entry, place }] : []))
        return (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className={classes.group} role="presentation">
              {t(group)}
            </div>
            {rows.map(({ entry, place }) => (
              <Option
                key={entry.id}
                id={`${id}-${place}`}
                entry={entry}
                isCurrent={place === current}
                onOpen={() => onOpen(entry)}
                onPoint={() => onPoint(place)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

type OptionProps = { id: string; entry: SearchEntry; isCurrent: boolean; onOpen: () => void; onPoint: () => void }

const Option = ({ id, entry, isCurrent, onOpen, onPoint }: OptionProps) => {
  const Icon = entry.icon ?? (entry.group === 'recent' ? IconClock : IconArrowRight)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the focus and its keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classes.option}
      onClick={onOpen}
      onMouseMove={isCurrent ? undefined : onPoint}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.label}>{entry.label}</span>
      {entry.detail ? <span className={classes.detail}>{entry.detail}</span> : null}
    </div>
  )
}

type RemarksProps = { typed: string; found: ReturnType<typeof useSearch>; isEmpty: boolean }

/** What can be searched, that nothing was found, or that a part could not be searched. */
const Remarks = ({ typed, found, isEmpty }: RemarksProps) => {
  const { t } = useTranslation('search')
  if (typed === '') return <p className={classes.remark}>{t(found.isStaff ? 'hintStaff' : 'hint')}</p>
  if (found.hasFailed) {
    return (
      <p className={classes.remark} role="alert">
        {t('failed')}
      </p>
    )
  }
  if (!isEmpty || found.isWaiting) return null
  return (
    <div className={classes.remark}>
      <strong>{t('nothing', { text: typed })}</strong>
      <br />
      {t(found.isStaff ? 'nothingTextStaff' : 'nothingText')}
    </div>
  )
}
