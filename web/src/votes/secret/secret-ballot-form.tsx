import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import type { BallotProps } from '../ballot-props.ts'
import { BallotCodes } from './ballot-codes-list.tsx'
import { prepareBallots, type PutBallot, putKeptBallots, type SecretVoter } from './cast-secretly.ts'
import { SecretPromise } from './secret-promise-list.tsx'

type Progress = { kind: 'ready' } | { kind: 'sealing' } | { kind: 'posting' } | { kind: 'done'; put: PutBallot[] }

type SecretBallotFormProps = BallotProps & { memberId: number }

const useSecretCast = ({ motion, rights, choice, memberId }: SecretBallotFormProps) => {
  const [progress, setProgress] = useState<Progress>({ kind: 'ready' })
  const [reason, setReason] = useState<string | null>(null)
  /** From then on a ballot may be in the box, so that its choice stands. */
  const [isSealed, setSealed] = useState(false)
  const cast = async () => {
    const voter: SecretVoter = { motionId: motion.id, memberId }
    setReason(null)
    setProgress({ kind: 'sealing' })
    try {
      await prepareBallots(voter, { principalIds: rights.map(({ principalId }) => principalId), choice })
      const onSigned = () => {
        setSealed(true)
        setProgress({ kind: 'posting' })
      }
      const put = await putKeptBallots(voter, { onSigned })
      setProgress({ kind: 'done', put })
    } catch (error) {
      setReason(errorText(error))
      setProgress({ kind: 'ready' })
    }
  }
  return { progress, reason, isSealed, cast }
}

/** The last step of a secret vote: seals a ballot for each vote and puts it into the box. */
export const SecretBallotForm = (props: SecretBallotFormProps) => {
  const { t } = useTranslation('votes')
  const { rights, onDone, onBack } = props
  const { progress, reason, isSealed, cast } = useSecretCast(props)
  if (progress.kind === 'done') {
    const nameOf = (id: number) => rights.find(({ principalId, isOwn }) => principalId === id && !isOwn)?.name ?? null
    return <BallotCodes put={progress.put} nameOf={nameOf} onDone={onDone} />
  }
  const isBusy = progress.kind !== 'ready'
  return (
    <Stack gap="md">
      <SecretPromise erasesOrder={props.motion.erasesOrder} />
      {window.isSecureContext ? (
        <>
          <Text size="sm">{t('secretOnce')}</Text>
          {reason === null ? null : <FormError>{reason}</FormError>}
          <Group gap="xs">
            <Button variant="default" onClick={onBack} disabled={isBusy || isSealed}>
              {t('changeChoice')}
            </Button>
            <Button onClick={() => void cast()} loading={isBusy}>
              {t('putInBox', { count: rights.length })}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" role="status">
            {isBusy ? t(progress.kind) : null}
          </Text>
        </>
      ) : (
        <Status kind="warning">{t('notSafe')}</Status>
      )}
    </Stack>
  )
}
