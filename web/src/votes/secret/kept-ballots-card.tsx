import { Button, Card, Group, Stack, Text } from '@mantine/core'
import type { MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { BallotCodes } from './ballot-codes-list.tsx'
import { type PutBallot, putKeptBallots } from './cast-secretly.ts'
import { readKeptBallots } from './kept-ballots.ts'

type Props = { motion: MotionView; memberId: number; onDone: () => void }

/** Ballots that were sealed and did not reach the box, because the page was closed or the network was gone. */
export const KeptBallotsCard = ({ motion, memberId, onDone }: Props) => {
  const { t } = useTranslation('votes')
  const voter = { motionId: motion.id, memberId }
  const [count] = useState(() => readKeptBallots(voter).length)
  const [put, setPut] = useState<PutBallot[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const putIn = async () => {
    setBusy(true)
    setReason(null)
    try {
      setPut(await putKeptBallots(voter))
    } catch (error) {
      setReason(errorText(error))
    }
    setBusy(false)
  }
  const nameOf = (id: number) => motion.rights.find((one) => one.principalId === id && !one.isOwn)?.name ?? null
  if (put !== null) {
    return (
      <Card>
        <BallotCodes put={put} nameOf={nameOf} onDone={onDone} />
      </Card>
    )
  }
  if (count === 0) return null
  return (
    <Card>
      <Stack gap="sm">
        <Status kind="warning">{t('keptTitle', { count })}</Status>
        <Text size="sm">{t('keptText')}</Text>
        {reason === null ? null : <FormError>{reason}</FormError>}
        <Group>
          <Button onClick={() => void putIn()} loading={isBusy}>
            {t('putKept', { count })}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
