import { Button, Code, FileButton, Group, Stack, Text } from '@mantine/core'
import type { AwardFileContent } from '@spacekeeper/contract/training/shapes.ts'
import { maxAwardFileBytes } from '@spacekeeper/contract/training/words.ts'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatSize } from '#platform/i18n/format-size.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { sendAwards } from './api.ts'
import { formatLocalDay } from './own-certificate-row.tsx'
import classes from './training.module.css'

type Props = { certificateId: number; name: string; onClose: () => void }

/** Takes a file of awards, names what is wrong in it, and awards the rest. */
export const AwardFileDialog = ({ certificateId, name, onClose }: Props) => {
  const { t } = useTranslation('training')
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const trial = useMutation({ mutationFn: (file: File) => sendAwards({ certificateId, file, isTrial: true }) })
  const { data: read, variables: file } = trial
  const send = useMutation({
    mutationFn: (chosen: File) => sendAwards({ certificateId, file: chosen, isTrial: false }),
    onSuccess: ({ awards }) => {
      notify.done({ text: t('awardsDone', { count: awards, name }) })
      onClose()
    },
  })
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const size = formatSize(maxAwardFileBytes)
    setTooLarge(chosen.size > maxAwardFileBytes ? t('awardFileTooLarge', { size }) : null)
    trial.reset()
    if (chosen.size <= maxAwardFileBytes) trial.mutate(chosen)
  }
  const error = send.error ?? trial.error
  const chooser = (
    <FileButton onChange={choose} accept=".csv,.txt,text/csv,text/plain">
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={trial.isPending}
          leftSection={<IconFileUpload size={16} aria-hidden />}
        >
          {t(file ? 'chooseOtherFile' : 'chooseAwardFile')}
        </Button>
      )}
    </FileButton>
  )
  return (
    <BigDialog title={t('awardFileTitle', { name })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('awardFileText')}</Text>
        <Code block>{t('awardFileExample')}</Code>
        <Text size="sm" c="dimmed">
          {t('awardFileMail')}
        </Text>
        <FormError>{tooLarge ?? (error ? (fieldErrors(error)['file'] ?? errorText(error)) : null)}</FormError>
        {read && file ? (
          <>
            <Preview read={read} />
            <DialogButtons
              action={t('awardsAction', { count: read.awards })}
              isReady={read.awards > 0}
              isBusy={send.isPending}
              onClick={() => send.mutate(file)}
              onClose={onClose}
              aside={chooser}
            />
          </>
        ) : (
          <Group>{chooser}</Group>
        )}
      </Stack>
    </BigDialog>
  )
}

/** More of them are looked at in the file itself. */
const mostShown = 50

const Preview = ({ read: { awards, known, problems, sample } }: { read: AwardFileContent }) => {
  const { t } = useTranslation('training')
  const more = problems.length - mostShown
  return (
    <Stack gap="sm">
      <div role="status">
        <Text fw={600}>{awards === 0 ? t('awardsNone') : t('awardsReady', { count: awards })}</Text>
        {known > 0 ? <Text size="sm">{t('awardsKnown', { count: known })}</Text> : null}
        {problems.length > 0 ? <Text size="sm">{t('awardsLeftOut', { count: problems.length })}</Text> : null}
      </div>
      {problems.length > 0 ? (
        <ul className={classes.list} aria-label={t('awardProblems')}>
          {problems.slice(0, mostShown).map(({ line, text, problem }) => (
            <li key={`${line} ${problem}`} className={classes.row}>
              <Text size="sm">{t('awardProblemLine', { line, problem: t(`awardProblem_${problem}`) })}</Text>
              <p className={classes.fact}>{text}</p>
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? <Text size="sm">{t('awardProblemsMore', { count: more })}</Text> : null}
      {sample.length > 0 ? (
        <ul className={classes.list} aria-label={t('awardsSample')}>
          {sample.map(({ name, on, endsOn }, at) => (
            <li key={at} className={classes.row}>
              <Text size="sm">{name}</Text>
              <p className={classes.fact}>
                {endsOn === null
                  ? t('awardSampleLine', { day: formatLocalDay(on) })
                  : t('awardSampleLineEnding', { day: formatLocalDay(on), end: formatLocalDay(endsOn) })}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}
