import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { Status } from '#platform/ui/status.tsx'
import type { PutBallot } from './cast-secretly.ts'

type Props = { put: readonly PutBallot[]; nameOf: (principalId: number) => string | null; onDone: () => void }

/** The codes of ballots that were just put into the box: the only time that they are shown. */
export const BallotCodes = ({ put, nameOf, onDone }: Props) => {
  const { t } = useTranslation('votes')
  const counted = put.filter(({ code }) => code !== null)
  return (
    <Stack gap="md" role="status">
      {counted.length > 0 ? (
        <div>
          <Text fw={600}>{t('inBoxTitle', { count: counted.length })}</Text>
          <Text size="sm" c="dimmed">
            {t('inBoxText')}
          </Text>
        </div>
      ) : null}
      {put.map(({ principalId, code }) => {
        const name = nameOf(principalId)
        return (
          <Stack key={principalId} gap={6}>
            <Text size="sm" fw={500}>
              {name === null ? t('ownCode') : t('codeOf', { name })}
            </Text>
            {code === null ? (
              <div>
                <Status kind="refused">{t('boxClosedTitle')}</Status>
                <Text size="sm">{t('boxClosedText')}</Text>
              </div>
            ) : (
              <CopyField text={code} label={t('copyCode')} />
            )}
          </Stack>
        )
      })}
      <Group>
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </Stack>
  )
}
