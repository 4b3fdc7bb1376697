import { Group, Text } from '@mantine/core'
import type { ListedVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { formatCalendarDay, formatMoment, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Status } from '#platform/ui/status.tsx'
import { SignOutButton } from './sign-out-field.tsx'
import rows from '#platform/ui/list-rows.module.css'

/** A visitor as staff see them. */
export const VisitorRow = ({ of: visitor }: { of: ListedVisitor }) => {
  const { t } = useTranslation('visitors')
  const { id, name, email, host, arrivedAt, leftAt, expectedOn, agreed, note } = visitor
  const isHere = arrivedAt !== null && leftAt === null
  const when =
    arrivedAt === null
      ? formatCalendarDay(expectedOn ?? '')
      : leftAt === null
        ? t('sinceTime', { time: formatSince(arrivedAt) })
        : t('fromTo', { from: formatMoment(arrivedAt), to: formatSince(leftAt) })
  const facts = [
    when,
    email,
    ...agreed.map(({ title, version }) => t('agreedVersion', { title, version })),
    note,
  ].filter((fact) => fact !== '')
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <span>
          {name}
          {host ? (
            <Text component="span" c="dimmed">
              {' '}
              {t('visits')}{' '}
              <MemberLink id={host.id} isInText>
                {host.name}
              </MemberLink>
            </Text>
          ) : null}
        </span>
        <Text component="span" size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </span>
      {isHere ? (
        <Group gap="sm">
          <Status kind="fine">{t('isHere')}</Status>
          <SignOutButton visitorId={id} name={name} />
        </Group>
      ) : null}
    </li>
  )
}
