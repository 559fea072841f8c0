FROM node:20-alpine AS package
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /package

FROM node:20-alpine
COPY --from=package /package/ /package/
RUN npm install --global --omit=dev /package/*.tgz && rm -r /package
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["routerfile"]
CMD ["lint", "."]
