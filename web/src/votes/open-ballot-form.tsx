import { Button, Group, Stack, Text } from '@mantine/core'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { cast } from './api.ts'
import type { BallotProps } from './ballot-props.ts'

/** The last step of an open vote: casts it for each of the votes. */
export const OpenBallotForm = ({ motion, rights, choice, onDone, onBack }: BallotProps) => {
  const { t } = useTranslation('votes')
  const casting = useMutation({
    mutationFn: () => cast({ motionId: motion.id, votes: rights.map(({ principalId }) => ({ principalId, choice })) }),
    onSuccess: () => {
      notify.done({ text: t('castDone', { count: rights.length }) })
      onDone()
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">{t('canChange')}</Text>
      {casting.error ? <FormError>{errorText(casting.error)}</FormError> : null}
      <Group gap="xs">
        <Button variant="default" disabled={casting.isPending} onClick={onBack}>
          {t('change')}
        </Button>
        <Button loading={casting.isPending} onClick={() => !casting.isPending && casting.mutate()} data-autofocus>
          {t('castOpen', { count: rights.length })}
        </Button>
      </Group>
    </Stack>
  )
}
