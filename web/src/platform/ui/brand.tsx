import { useState } from 'react'
import { useSite } from '#platform/session/site.ts'
import classes from './brand.module.css'

/** The site's logo, or its initial on its colour while there is none or it does not load. */
export const BrandMark = ({ size = 36 }: { size?: number | string }) => {
  const { general, images } = useSite()
  const [broken, setBroken] = useState('')
  if (images.siteLogo && images.siteLogo !== broken) {
    return (
      <img
        className={classes.logo}
        src={images.siteLogo}
        alt=""
        style={{ height: size }}
        onError={() => setBroken(images.siteLogo)}
      />
    )
  }
  const initial = general.siteName.trim().charAt(0).toUpperCase()
  return (
    <span className={classes.mark} style={{ width: size, height: size }} aria-hidden>
      {initial}
    </span>
  )
}

/** Mark and name together. */
export const Brand = ({ size = 36 }: { size?: number | string }) => {
  const { general } = useSite()
  return (
    <span className={classes.brand}>
      <BrandMark size={size} />
      <span className={classes.name} title={general.siteName}>
        {general.siteName}
      </span>
    </span>
  )
}
