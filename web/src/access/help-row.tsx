import { Button, Text } from '@mantine/core'
import type { OwnRefusal } from '@spacekeeper/contract/access/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSite } from '#platform/session/site.ts'
import { onSiteQuery } from '../visits/api.ts'
import { standingOf } from './standings.ts'

type Props = { refusal: OwnRefusal; profile: Profile; onGo: () => void }

/** Others who are in the space now, for readers the site shows them to; else the advice to ask on site. */
export const HelpRow = ({ refusal: { refusal }, profile, onGo }: Props) => {
  const { t } = useTranslation('access')
  const isShown = useSite().features.enableMembersOnSite && standingOf(profile) === 'active'
  const { data } = useQuery({ ...onSiteQuery, enabled: isShown })
  if (isShown && data && data.count > 0) {
    return (
      <Button size="md" variant="default" component={Link} to="/dashboard" onClick={onGo}>
        {t('seeOnSite')}
      </Button>
    )
  }
  return refusal === 'notSignedIn' ? null : (
    <Text size="sm" c="dimmed">
      {t('askOnSite')}
    </Text>
  )
}
