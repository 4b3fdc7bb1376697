import { Anchor, Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { ownVisitorsQuery } from './api.ts'
import { SignOutButton } from './sign-out-field.tsx'
import rows from '#platform/ui/list-rows.module.css'

/** The member's visitors who are on site, on their first screen; nothing while there are none. */
export const OwnVisitorsCard = () => {
  const { t } = useTranslation('visitors')
  const { data } = useQuery(ownVisitorsQuery)
  if (!data || data.here.length === 0) return null
  return (
    <Card component="section" aria-labelledby="own-visitors">
      <Title order={2} id="own-visitors">
        {t('cardTitle', { count: data.here.length })}
      </Title>
      <ul className={rows.list}>
        {data.here.map(({ id, name, arrivedAt }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <span>{name}</span>
              {arrivedAt === null ? null : (
                <Text component="span" size="sm" c="dimmed">
                  <Moment at={arrivedAt}>{formatSince(arrivedAt)}</Moment>
                </Text>
              )}
            </span>
            <SignOutButton visitorId={id} name={name} />
          </li>
        ))}
      </ul>
      <Text mt="xs">
        <Anchor renderRoot={(props) => <Link to="/account/visitors" {...props} />}>{t('seeVisitors')}</Anchor>
      </Text>
    </Card>
  )
}
