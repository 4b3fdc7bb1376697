import { Button } from '@mantine/core'
import type { CheckInOutcome } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useDelay } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { StatusIcon } from '#platform/ui/status.tsx'
import { readKeptReader } from '../../kiosks/reader/kept-reader.ts'
import { useReader } from '../../kiosks/reader/reader.ts'
import { checkInWithCard } from './api.ts'
import { describeOutcome, outcomeKind } from './outcome.ts'
import { TypedCardDialog } from './typed-card-dialog.tsx'
import classes from './wall.module.css'

/** An answer stands until it was read, or until the next card. */
const answerMs = 7000

type EntranceCard = { card: string; isLeaving: boolean; isTyped?: boolean; pin?: string }

const readerTitles = { gone: 'wallReaderGone', elsewhere: 'wallReaderElsewhere' } as const // keys of words

/** The entrance of a meeting: a card held to the reader checks its owner in, or out after a tap. */
export const WallCheckInCard = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  const [isLeaving, setLeaving] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [reader] = useState(readKeptReader)
  const checkIn = useMutation({
    mutationFn: (held: EntranceCard) => checkInWithCard({ meetingId, ...held }),
    onSettled: refreshOnRefusal('meetings'),
  })
  const hold = (held: Omit<EntranceCard, 'isLeaving'>) => {
    checkIn.mutate({ ...held, isLeaving })
    setLeaving(false)
  }
  const readerState = useReader(reader, (card) => {
    if (!isTyping) hold({ card })
  })
  const hasAnswer = checkIn.data !== undefined || checkIn.error !== null
  useDelay(hasAnswer, { ms: answerMs, run: checkIn.reset })
  const title = readerState === 'ready' ? (isLeaving ? 'wallHoldLeaving' : 'wallHold') : readerTitles[readerState]
  return (
    <section className={classes.entrance} aria-label={t(title)}>
      <div className={classes.answer} aria-live="assertive">
        {checkIn.data ? <Answer outcome={checkIn.data} /> : null}
        {checkIn.error ? (
          <p className={classes.answerTitle} data-tone="refused">
            <StatusIcon kind="refused" size={32} />
            {errorText(checkIn.error)}
          </p>
        ) : null}
        {hasAnswer ? null : <p className={classes.hold}>{t(title)}</p>}
        {hasAnswer || readerState === 'ready' ? null : <p className={classes.hint}>{t('wallNoReaderHint')}</p>}
      </div>
      <div className={classes.acts}>
        <Button size="md" variant="default" aria-pressed={isLeaving} onClick={() => setLeaving(!isLeaving)}>
          {t(isLeaving ? 'wallArriving' : 'wallLeaving')}
        </Button>
        <Button size="md" variant="default" onClick={() => setTyping(true)}>
          {t('wallTyped')}
        </Button>
      </div>
      {isTyping ? (
        <TypedCardDialog
          onDone={(typed) => {
            setTyping(false)
            hold({ ...typed, isTyped: true })
          }}
          onClose={() => setTyping(false)}
        />
      ) : null}
    </section>
  )
}

const Answer = ({ outcome }: { outcome: CheckInOutcome }) => {
  const { t } = useTranslation('meetings')
  const kind = outcomeKind(outcome)
  const { title, lines } = describeOutcome(t, outcome)
  return (
    <>
      <p className={classes.answerTitle} data-tone={kind}>
        <StatusIcon kind={kind} size={32} />
        {title}
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  )
}
