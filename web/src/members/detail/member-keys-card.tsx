import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { HeldKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Status } from '#platform/ui/status.tsx'
import { memberKeysQuery } from '../api.ts'

/** The keys a member made or owns, and what becomes of them without the member; nothing where there are none. */
export const MemberKeysCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('members')
  const profile = useProfile()
  const { data } = useQuery(memberKeysQuery(memberId))
  if (!data || data.keys.length === 0) return null
  const isLapsed = data.keys.some(({ owner }) => owner?.id === memberId && owner.lapse !== null)
  return (
    <Card component="section" aria-labelledby="member-keys">
      <Title order={2} id="member-keys" mb={6}>
        {t('keysTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(isLapsed ? 'keysLapsed' : 'keysText')}
      </Text>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-labelledby="member-keys">
        {data.keys.map((key) => (
          <KeyFacts key={`${key.kind} ${key.id}`} of={key} memberId={memberId} />
        ))}
      </Stack>
      {isStaffFor(profile, 'devices') ? (
        <Anchor component={Link} to="/manage/devices/keys" size="sm" mt="sm" display="inline-block">
          {t('keysDecide')}
        </Anchor>
      ) : null}
    </Card>
  )
}

const KeyFacts = ({ of: key, memberId }: { of: HeldKey; memberId: number }) => {
  const { t } = useTranslation('members')
  const { kind, name, owner, createdAt } = key
  const isOwn = owner?.id === memberId
  const isStopped = isOwn && owner.lapse !== null
  return (
    <li>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {t(kind === 'api' ? 'keyOfSystem' : 'keyOfDevice', { name })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('keyMade', { when: formatSince(createdAt) })}
        {isOwn ? null : `, ${owner === null ? t('keyNoOwner') : t('keyOwnedBy', { name: owner.name })}`}
      </Text>
      {isStopped ? <Status kind="warning">{t(kind === 'api' ? 'keyStopped' : 'keyGoesOn')}</Status> : null}
    </li>
  )
}
