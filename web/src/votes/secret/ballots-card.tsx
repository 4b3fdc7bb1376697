import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { recount } from '@spacekeeper/contract/votes/recount.ts'
import type { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { useState } from 'react'
import type { ReceivedFile } from '#platform/api/call.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { keepFile } from '#platform/ui/download-button.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { BallotsTable } from './ballots-table.tsx'

type PublishedBallots = { received: ReceivedFile; file: BallotFile }

/** The server writes it by this shape. */
const asBallotFile = (content: unknown) => content as BallotFile

const loadBallots = async (motionId: number): Promise<PublishedBallots> => {
  const received = await api.votes.downloadBallots({ motionId })
  return { received, file: asBallotFile(JSON.parse(await received.content.text())) }
}

const useBallots = (motionId: number) => {
  const [published, setPublished] = useState<PublishedBallots | null>(null)
  const [problems, setProblems] = useState<string[] | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setReason(null)
    try {
      await run()
    } catch (error) {
      setReason(errorText(error))
    }
    setBusy(false)
  }
  const load = () => attempt(async () => setPublished(await loadBallots(motionId)))
  const countAgain = (file: BallotFile) => attempt(async () => setProblems((await recount(file)).problems))
  return { published, problems, reason, isBusy, load, countAgain }
}

const RecountOutcome = ({ problems }: { problems: readonly string[] }) => {
  const { t } = useTranslation('votes')
  if (problems.length === 0) return <Status kind="good">{t('countedFine')}</Status>
  return (
    <div role="alert">
      <Status kind="refused">{t('countedWrong')}</Status>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </div>
  )
}

type Props = { motionId: number; describe: (choice: Choice) => string }

/** The ballots of a secret vote whose result is out: to find one's own, and to count them again. */
export const BallotsCard = ({ motionId, describe }: Props) => {
  const { t } = useTranslation('votes')
  const { published, problems, reason, isBusy, load, countAgain } = useBallots(motionId)
  const missing = published ? published.file.used - published.file.ballots.length : 0
  return (
    <Card component="section" aria-label={t('ballotsTitle')}>
      <Stack gap="sm">
        <Title order={3} size="h4">
          {t('ballotsTitle')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('ballotsIntro')} {t('recountHint')}
        </Text>
        {reason === null ? null : <FormError>{reason}</FormError>}
        {published ? (
          <>
            {missing > 0 ? <Status kind="info">{t('ballotsMissing', { count: missing })}</Status> : null}
            <Group gap="xs">
              {window.isSecureContext ? (
                <Button variant="default" loading={isBusy} onClick={() => void countAgain(published.file)}>
                  {t('countAgain')}
                </Button>
              ) : null}
              <Button variant="default" onClick={() => keepFile(published.received)}>
                {t('downloadBallots')}
              </Button>
            </Group>
            <div role="status">{problems === null ? null : <RecountOutcome problems={problems} />}</div>
            <BallotsTable ballots={published.file.ballots} describe={describe} />
          </>
        ) : (
          <Group>
            <Button variant="default" loading={isBusy} onClick={() => void load()}>
              {t('showBallots')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}
