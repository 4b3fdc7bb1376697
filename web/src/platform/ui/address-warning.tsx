import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { judgeSiteAddress } from '#platform/session/site-address.ts'
import { useSite } from '#platform/session/site.ts'
import { GuidedText } from './guided-text.tsx'
import { Status } from './status.tsx'

/**
 * Stands by what holds the portal's own address, and warns staff when it is not the one their browser uses. Other members
 * can do nothing about it.
 */
export const AddressWarning = () => {
  const { t } = useTranslation('help')
  const { siteUrl } = useSite()
  const here = new URL(portalOrigin())
  const problem = judgeSiteAddress(siteUrl, here)
  const isStaff = (useProfile()?.staffPermissions.length ?? 0) > 0
  if (problem === null || !isStaff) return null
  return (
    <Status kind="warning">
      <GuidedText text={t(problem === 'local' ? 'addressLocal' : 'addressOther', { siteUrl, here: here.origin })} />
    </Status>
  )
}
