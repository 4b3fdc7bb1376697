import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core'
import { booksApi } from '@spacekeeper/contract/books/routes.ts'
import { BookDay, type BookClosing } from '@spacekeeper/contract/books/shapes.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatDate, formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Status } from '#platform/ui/status.tsx'
import { closeBooks, reopenBooks } from './api.ts'
import classes from './books.module.css'

type Props = {
  closedThrough: string | null
  closings: readonly BookClosing[]
  /** What is offered to be closed: the last day of the month that is shown, if it is over. */
  suggested: string
  /** The checks of the month that is shown are all right. */
  isRight: boolean
}

export const dayWords = (day: string) => formatDate(`${day}T12:00:00Z`, { timeZone: 'UTC' })

/** Through which day the books are closed, how to close and reopen them, and who did. */
export const ClosingCard = ({ closedThrough, closings, suggested, isRight }: Props) => {
  const { t } = useTranslation('books')
  const isAdmin = useProfile()?.admin === true
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card component="section" aria-labelledby="closing">
      <Title order={2} id="closing">
        {t('closingHeading')}
      </Title>
      {closedThrough === null ? (
        <Text c="dimmed">{t(closings.length === 0 ? 'neverClosed' : 'allOpen')}</Text>
      ) : (
        <Status kind="locked">{t('closedThrough', { day: dayWords(closedThrough) })}</Status>
      )}
      <Group gap="xs" mt="sm" className={classes.screenOnly ?? ''}>
        <Button onClick={() => setOpen('close')}>{t('closeBooks')}</Button>
        {isAdmin && closedThrough !== null ? (
          <Button variant="default" onClick={() => setOpen('reopen')}>
            {t('reopen')}
          </Button>
        ) : null}
      </Group>
      {closings.length === 0 ? null : (
        <ul className={classes.list} aria-label={t('history')}>
          {closings.map((closing, at) => (
            <li key={closing.id} className={classes.row}>
              <ClosingWords closing={closing} before={closings[at + 1] ?? null} />
            </li>
          ))}
        </ul>
      )}
      {open === 'close' ? <CloseDialog suggested={suggested} isRight={isRight} onClose={close} /> : null}
      {open === 'reopen' ? <ReopenDialog onClose={close} /> : null}
    </Card>
  )
}

const ClosingWords = ({ closing, before }: { closing: BookClosing; before: BookClosing | null }) => {
  const { t } = useTranslation('books')
  const { closedThrough, reason } = closing
  const by = { name: closing.by ?? t('system'), moment: formatMoment(closing.at) }
  const isReopening = closedThrough === null || (before?.closedThrough ?? '') > closedThrough
  return (
    <span className={classes.dim}>
      {isReopening ? t('reopened', { ...by, reason }) : t('closed', { ...by, day: dayWords(closedThrough) })}
    </span>
  )
}

const CloseDialog = ({
  suggested,
  isRight,
  onClose,
}: Pick<Props, 'suggested' | 'isRight'> & { onClose: () => void }) => {
  const { t } = useTranslation('books')
  return (
    <FormDialog
      title={t('closeTitle')}
      action={t('closeBooks')}
      initial={{ through: suggested }}
      schema={booksApi.close.body}
      submit={(parsed) => closeBooks(parsed)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {isRight ? null : <Status kind="warning">{t('checksWrong')}</Status>}
          <Text size="sm">{t('closeHint')}</Text>
          <TextInput {...field('through')} type="date" label={t('closeThrough')} data-autofocus />
          <Text size="sm" c="dimmed">
            {t('closeFrom')}
          </Text>
        </>
      )}
    </FormDialog>
  )
}

/** An empty day reopens everything. */
const TypedReopening = z.object({
  through: z.union([z.literal(''), BookDay]),
  reason: booksApi.reopen.body.shape.reason,
})

const ReopenDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('books')
  return (
    <FormDialog
      title={t('reopenTitle')}
      action={t('reopen')}
      isDangerous
      initial={{ through: '', reason: '' }}
      schema={TypedReopening}
      submit={({ through, reason }) => reopenBooks({ through: through === '' ? null : through, reason })}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('reopenHint')}</Text>
          <TextInput
            {...field('through')}
            type="date"
            label={t('reopenThrough')}
            description={t('reopenAll')}
            data-autofocus
          />
          <TextInput {...field('reason')} label={t('reason')} />
        </>
      )}
    </FormDialog>
  )
}
