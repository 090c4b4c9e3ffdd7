import {
  LinearMipmapNearestFilter,
  type MeshLambertMaterial,
  NoColorSpace,
  ShaderMaterial,
  Source,
  type Texture,
  UniformsLib,
  UniformsUtils,
} from 'three';

/** A larger texture is made smaller: it is for pictures of a moment. */
const MOST_TEXTURE_PX = 1024;

/** Light of vertices and not of pixels. Light and colour are multiplied as a screen has them, by a power of both. */
const VERTICES = `
#include <common>
#include <lights_pars_begin>
uniform vec3 plain;
varying vec3 lit;
#ifdef USE_MAP
  varying vec2 onMap;
#endif
void main() {
  vec3 facing = normalize(normalMatrix * normal);
  vec3 light = getHemisphereLightIrradiance(hemisphereLights[0], facing);
  light += directionalLights[0].color * saturate(dot(facing, directionalLights[0].direction));
  light *= BRDF_Lambert(plain);
  #ifdef USE_COLOR
    light *= color;
  #endif
  lit = pow(light, vec3(1.0 / 2.2));
  #ifdef USE_MAP
    onMap = uv;
  #endif
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const PIXELS = `
varying vec3 lit;
#ifdef USE_MAP
  uniform sampler2D map;
  varying vec2 onMap;
#endif
void main() {
  gl_FragColor = vec4(lit, 1.0);
  #ifdef USE_MAP
    gl_FragColor.rgb *= texture2D(map, onMap).rgb;
  #endif
}`;

/** One for each texture and plain colour: a slider gives a figure hundreds of fine ones. */
const made = new Map<Texture | string, ShaderMaterial>();

/** Looks like the fine one, for less work: without a graphics card each step for a pixel takes its time. */
export function coarseMaterial({ map, color, vertexColors }: MeshLambertMaterial): ShaderMaterial {
  const kind = map ?? `${vertexColors} ${color.getHexString()}`;
  const known = made.get(kind);
  if (known !== undefined) return known;
  const material = new ShaderMaterial({
    vertexShader: VERTICES,
    fragmentShader: PIXELS,
    uniforms: UniformsUtils.merge([UniformsLib.lights, { plain: { value: color }, map: { value: null } }]),
    lights: true,
    vertexColors,
  });
  if (map !== null) {
    material.defines['USE_MAP'] = '';
    material.uniforms['map']!.value = coarseTexture(map);
  }
  made.set(kind, material);
  return material;
}

/** Its numbers are taken as they are, as if they were light; one mipmap is looked up and not two. */
function coarseTexture(fine: Texture): Texture {
  const coarse = fine.clone();
  const { width, height } = fine.image as ImageBitmap;
  const scale = MOST_TEXTURE_PX / Math.max(width, height);
  if (scale < 1) coarse.source = new Source(smaller(fine.image as ImageBitmap, width * scale, height * scale));
  coarse.colorSpace = NoColorSpace;
  coarse.minFilter = LinearMipmapNearestFilter;
  coarse.needsUpdate = true;
  return coarse;
}

function smaller(picture: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
